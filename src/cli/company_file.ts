import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { BadUsage, NotThere } from "../platform/config.ts";
import { act, onFolder } from "./act.ts";
import { counted } from "./counted.ts";
import { hint } from "./out.ts";
import { textIn } from "./text_in.ts";

interface ExportFlags {
  anonymised?: boolean;
  passwordFile?: string;
}

interface ImportFlags {
  name?: string;
  passwordFile?: string;
}

/** A company as one file, and back. */
export function companyFileCommands(company: Command): void {
  onFolder(
    company.command("export").argument("<COMPANY>").argument("<FILE>")
      .description("writes a company with its media into one file, while it goes on working")
      .option("--anonymised", "for support: names, numbers and texts disguised, without media")
      .option("--password-file <file>", "encrypts it with the file's first line; only then are secrets in it"),
    'balcao company export "Padaria Aurora" /var/lib/balcao/aurora.tar',
  ).action(async (which, file, { anonymised = false, passwordFile }: ExportFlags, command) =>
    act(command, "company export", {
      input: {
        company: which,
        to: await placeFor(resolve(file)),
        isAnonymised: anonymised,
        password: await newPasswordIn(passwordFile),
      },
      lines: ({ path, size, rows, media, isAnonymised, isEncrypted }) => {
        if (!isAnonymised) hint(isEncrypted ? ENCRYPTED : PLAIN);
        return [`${path}\t${size} bytes\t${rows.messages} messages\t${media} files`];
      },
    })
  );
  onFolder(
    company.command("import").argument("<FILE>").description("makes a new company of an exported one")
      .option("--name <name>", "what it is to be called; else as it was")
      .option("--password-file <file>", "whose first line it was encrypted with"),
    "balcao company import /var/lib/balcao/aurora.tar",
  ).action(async (file, { name, passwordFile }: ImportFlags, command) =>
    act(command, "company import", {
      input: { from: await placeOf(resolve(file)), name, password: await passwordIn(passwordFile) },
      mayCreate: true,
      lines: (imported) => {
        for (const line of hintsOf(imported)) hint(line);
        return [`${imported.id}\t${imported.name}`];
      },
    })
  );
}

const PLAIN =
  "It is not encrypted: whoever has the file reads everything. Passwords of other systems and codes of second " +
  "factors are not in it; with --password-file they are.";
const ENCRYPTED = "Keep its password elsewhere than the file: nobody can open it without.";

interface Imported {
  taken: string[];
  withoutFactor: string[];
  connections: number;
  apiTokens: number;
  newWebchatKeys: number;
  hasSecrets: boolean;
  isAnonymised: boolean;
  held: number;
  plan: { name: string; users: number | null; connections: number | null; queues: number | null } | null;
}

/** What is to be done before people can work with it. */
function hintsOf({ plan, held, ...is }: Imported): string[] {
  const most = (count: number | null) => count ?? "any number of";
  return [
    ...is.taken.map((email) => `${email} is somebody else's here, and logs in there: give that user another address`),
    ...is.withoutFactor.map((email) => `${email} had a second factor, which stayed behind: a new password is needed`),
    ...(is.connections > 0
      ? [
        `${
          counted(is.connections, "connection is", "connections are")
        } to be linked here; a number is linked to one server only`,
      ]
      : []),
    ...(is.apiTokens > 0
      ? [`${counted(is.apiTokens, "API token is", "API tokens are")} no good here: make new ones`]
      : []),
    ...(is.newWebchatKeys > 0 ? [newKeysText(is.newWebchatKeys)] : []),
    ...(is.hasSecrets || is.isAnonymised ? [] : ["The passwords of other systems are to be set again in its settings"]),
    ...(held > 0
      ? [`${counted(held, "thing would", "things would")} have gone out, and ${held === 1 ? "was" : "were"} held`]
      : []),
    ...(plan
      ? [
        `It had ${plan.name === "" ? "a plan" : `the plan ${plan.name}`} (${most(plan.users)} users, ${
          most(plan.connections)
        } connections, ` +
        `${most(plan.queues)} queues) and has none here: see balcao company plan`,
      ]
      : []),
  ];
}

/** Said of web chats whose keys somebody else has. */
export function newKeysText(count: number): string {
  return `${
    counted(count, "web chat has a new key: its pages need", "web chats have new keys: their pages need")
  } the new text`;
}

/** A file as this process sees it. */
async function placeOf(path: string) {
  try {
    const { dev, ino } = await Deno.stat(path);
    return { path, device: dev, inode: Number(ino) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw new NotThere(`There is no ${path}`);
    throw error;
  }
}

/** The folder in which a file is to be made. */
async function placeFor(path: string) {
  const { device, inode } = await placeOf(dirname(path));
  return { path, device, inode };
}

const SHORTEST = 12;

async function newPasswordIn(path: string | undefined): Promise<string | undefined> {
  const line = await lineIn(path);
  if (line === undefined || line.length >= SHORTEST) return line;
  throw new BadUsage(`The password has at least ${SHORTEST} characters: whoever has the file may guess for years`);
}

async function passwordIn(path: string | undefined): Promise<string | undefined> {
  const line = await lineIn(path);
  if (line === undefined || line.length >= SHORTEST) return line;
  throw new BadUsage(`The password in ${path} is none: one that a company was exported with has at least ${SHORTEST}`);
}

async function lineIn(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const [line = ""] = (await textIn(path)).split(/\r?\n/);
  return line;
}
