import { parseArgs } from "node:util";
import { removePasskeys } from "./access/passkeys.ts";
import { endSecondFactor } from "./access/second_factor.ts";
import { endSessionsOf } from "./access/sessions.ts";
import { addCompany, listCompanies } from "./companies/companies.ts";
import { LIMITED, setLimit } from "./companies/limits.ts";
import { type ErrorCode, Refusal } from "./contract/errors.ts";
import type { PasswordFault } from "./shared/passwords.ts";
import { askPassword } from "./platform/ask_password.ts";
import { BadCommand, BadUsage, dataFolder, readConfig } from "./platform/config.ts";
import { isDiskFull } from "./platform/db.ts";
import { log } from "./platform/log.ts";
import { BadFile } from "./platform/migrate.ts";
import { makePrivately } from "./platform/private_files.ts";
import { Tenants } from "./platform/tenants.ts";
import { VERSION } from "./root.ts";
import { setSetting } from "./settings/settings.ts";
import { addUser, loginBy, setPassword } from "./users/users.ts";

const HELP = `balcao ${VERSION}: a customer-service desk over WhatsApp

  balcao serve [--port 3000] [--host 0.0.0.0] [--public-url https://…] [--trusted-proxy ADDRESS,…] [--demo]
  balcao company add NAME            a new company
  balcao company list
  balcao company limit COMPANY users|connections|queues NUMBER|none     what its plan allows
  balcao company limit COMPANY --storage 10GB|none                      how much its files may take
  balcao user add COMPANY NAME EMAIL [--admin] [--super]     the password is asked for, read from a pipe, or BALCAO_PASSWORD
  balcao user password EMAIL         sets a password and ends the person's logins
  balcao user second-factor EMAIL --reset                    for who has lost the phone with the codes
  balcao simulator [--port 3100]     a pretend WhatsApp network with pretend phones
  balcao version
  balcao help

All commands work on one data folder: --data FOLDER, else BALCAO_DATA, else ./tenants. Give all of them the same.
--public-url is the address that browsers use; --trusted-proxy the proxy whose X-Forwarded-For, -Proto and -Host count.
serve also reads BALCAO_PORT, BALCAO_HOST, BALCAO_PUBLIC_URL, BALCAO_TRUSTED_PROXY, BALCAO_WHATSAPP_URL (address of another
network) and BALCAO_WHATSAPP_CA (PEM file trusted for its media hosts).`;

type Verb = (args: string[]) => Promise<void> | void;

const VERBS: Record<string, Verb> = {
  serve: serveVerb,
  company: companyVerb,
  user: userVerb,
  simulator: simulatorVerb,
  version: () => console.log(VERSION),
  help: () => console.log(HELP),
  "--help": () => console.log(HELP),
  "-h": () => console.log(HELP),
  "--version": () => console.log(VERSION),
};

async function serveVerb(args: string[]): Promise<void> {
  const config = readConfig(args, (name) => Deno.env.get(name));
  // What one connection's library forgets to catch must not end all companies.
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    log.error("Something failed that nobody waited for", { error: event.reason });
  });
  // Loaded here only, so that the other verbs start at once.
  const server = config.demo
    ? await (await import("./demo/play.ts")).serveDemo(config)
    : await (await import("./app/serve.ts")).serve(config);
  const stop = async () => {
    await server.stop();
    Deno.exit(0);
  };
  Deno.addSignalListener("SIGTERM", stop);
  Deno.addSignalListener("SIGINT", stop);
}

async function simulatorVerb(args: string[]): Promise<void> {
  const { simulatorCommand, WrittenWrongly } = await import("./simulator/command.ts");
  await simulatorCommand(args).catch((error) => {
    throw error instanceof WrittenWrongly ? new BadUsage(error.message) : error;
  });
}

function companyVerb(args: string[]): Promise<void> {
  const { rest: [what, name, ...words], flags: { storage }, data } = options(args);
  return withTenants(data, what === "add" && Boolean(name), (tenants) => {
    if (what === "list") showCompanies(tenants);
    else if (what === "add" && name?.trim() && words.length === 0) {
      const company = addCompany(tenants, { name: name.trim() }, new Date());
      company.write((db) => setSetting(db, "firstSteps", "new"));
      console.log(`${company.id}\t${name.trim()}`);
    } else if (what === "limit" && name) limitVerb(tenants, name, storage === undefined ? words : ["storage", storage]);
    else throw new BadUsage("balcao company add NAME | balcao company list | balcao company limit COMPANY WHAT NUMBER");
  });
}

function showCompanies(tenants: Tenants): void {
  const companies = listCompanies(tenants);
  for (const { id, name } of companies) console.log(`${id}\t${name}`);
  if (companies.length === 0) console.error(noCompany(tenants.folder));
}

const LIMIT_USAGE = `balcao company limit COMPANY users|connections|queues NUMBER|none
balcao company limit COMPANY --storage 500MB|10GB|none`;

function limitVerb(tenants: Tenants, company: string, [what, number = "", ...more]: string[]): void {
  const limited = [...LIMITED, "storage" as const].find((each) => each === what);
  const limit = limited === "storage" ? bytesOf(number) : /^\d{1,6}$/.test(number) ? Number(number) : undefined;
  if (!limited || more.length || (limit === undefined && number !== "none")) throw new BadUsage(LIMIT_USAGE);
  setLimit(tenants, companyNamed(tenants, company).id, limited, limit ?? null);
}

const UNITS = { kb: 1000, mb: 1000 ** 2, gb: 1000 ** 3, tb: 1000 ** 4 };

/** Bytes of an amount such as 500MB, in the units of those who sell disks. */
function bytesOf(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6}(?:\.\d{1,3})?)(kb|mb|gb|tb)$/i.exec(text) ?? [];
  return amount && unit ? Math.round(Number(amount) * UNITS[unit.toLowerCase() as keyof typeof UNITS]) : undefined;
}

function companyNamed(tenants: Tenants, company: string) {
  const companies = listCompanies(tenants);
  const row = companies.find(({ id, name }) => String(id) === company || name === company);
  if (row) return row;
  if (companies.length === 0) throw new BadCommand(noCompany(tenants.folder));
  throw new BadCommand(`There is no company ${company} in ${tenants.folder}: see balcao company list`);
}

const USER_USAGE = `balcao user add COMPANY NAME EMAIL [--admin] [--super] | balcao user password EMAIL
balcao user second-factor EMAIL --reset`;

async function userVerb(args: string[]): Promise<void> {
  const { rest: [what, ...words], flags, data } = options(args);
  await withTenants(data, false, async (tenants) => {
    if (what === "add" && words.length === 3) await addUserVerb(tenants, words as [string, string, string], flags);
    else if (what === "password" && words.length === 1) await passwordVerb(tenants, words[0]!);
    else if (what === "second-factor" && words.length === 1 && flags.reset) resetVerb(tenants, words[0]!);
    else throw new BadUsage(USER_USAGE);
  });
}

async function addUserVerb(
  tenants: Tenants,
  [company, name, email]: [string, string, string],
  { admin, super: isSuper }: Flags,
): Promise<void> {
  const row = companyNamed(tenants, company);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new BadUsage(`${email} is no e-mail address`);
  if (loginBy(tenants, email)) throw new Refusal("ERR_DUPLICATED_EMAIL");
  const profile = admin || isSuper ? "admin" : "user";
  const user = { name, email, profile, password: passwordOf(), isSuper } as const;
  const { id } = await addUser(tenants, tenants.company(row.id), user, new Date());
  console.log(`${id}\t${name}\t${email}`);
}

async function passwordVerb(tenants: Tenants, email: string): Promise<void> {
  // Nobody types a password twice to hear that there is no such person.
  const who = loginBy(tenants, email);
  if (!who) throw nobodyIs(tenants, email);
  await setPassword(tenants, email, passwordOf());
  endSessionsOf(tenants, who);
}

function resetVerb(tenants: Tenants, email: string): void {
  const who = loginBy(tenants, email);
  if (!who) throw nobodyIs(tenants, email);
  const hadPasskeys = removePasskeys(tenants, who);
  if (!endSecondFactor(tenants, who) && !hadPasskeys) throw new BadCommand(`${email} has no second factor`);
  endSessionsOf(tenants, who);
}

function nobodyIs({ folder }: Tenants, email: string): BadCommand {
  return new BadCommand(`Nobody logs in as ${email} in ${folder}`);
}

function passwordOf(): string {
  return askPassword(Deno.env.get("BALCAO_PASSWORD") || undefined);
}

/** Opens the data folder for one command. Only the first company makes a new one: all else would hide a wrong --data. */
async function withTenants(data: string, mayCreate: boolean, work: (tenants: Tenants) => unknown): Promise<void> {
  const isNew = !exists(`${data}/provider.db`);
  if (isNew && !mayCreate) throw new BadCommand(noCompany(data));
  const tenants = new Tenants(data);
  if (isNew) {
    console.error(`${Deno.realPathSync(data)} is the data folder from now on: give it to the other commands, too`);
  }
  try {
    await work(tenants);
  } finally {
    tenants.close();
  }
}

function noCompany(data: string): string {
  return `${data} has no company yet: balcao company add NAME --data ${data}`;
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

interface Flags {
  admin: boolean;
  super: boolean;
  reset: boolean;
  storage: string | undefined;
}

function options(args: string[]): { rest: string[]; flags: Flags; data: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        data: { type: "string" },
        storage: { type: "string" },
        admin: { type: "boolean", default: false },
        super: { type: "boolean", default: false },
        reset: { type: "boolean", default: false },
      },
    });
    const { data, storage, ...flags } = values;
    const folder = dataFolder(data, (name) => Deno.env.get(name));
    return { rest: positionals, flags: { ...flags, storage }, data: folder };
  } catch (error) {
    throw error instanceof BadCommand ? error : new BadUsage((error as Error).message);
  }
}

/** What the rules refuse, for people at a command line. */
const REFUSED: Partial<Record<ErrorCode, string>> = {
  ERR_DUPLICATED_EMAIL: "Somebody logs in with this e-mail address already",
  ERR_DUPLICATED_NAME: "There is a company of this name already: see balcao company list",
  ERR_PLAN_LIMIT: "The company's plan allows no more: see balcao company limit",
  ERR_COMPANY_UNAVAILABLE: "The company's file cannot be opened, see the line above",
};

const BAD_PASSWORD: Record<string, string> = {
  too_short: "The company asks for a longer password: see its settings",
  too_long: "A password has 5 to 50 characters",
  too_few_kinds: "The company asks for more kinds of characters in a password: see its settings",
  common: "This is one of the passwords that everybody tries first: choose another",
  own_words: "A password is not to be the name or the e-mail of the person, nor the company's name: choose another",
} satisfies Record<PasswordFault, string>;

async function main([verb = "help", ...args]: string[]): Promise<void> {
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  try {
    makePrivately();
    if (!run) throw new BadUsage(`There is no command ${verb}\n\n${HELP}`);
    if (asksForHelp(args)) return console.log(HELP);
    await run(args);
  } catch (error) {
    console.error(sentenceOf(error));
    Deno.exit(error instanceof BadUsage ? 2 : 1);
  }
}

/** Behind any command, unless `--` has ended its options. */
function asksForHelp(args: string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end < 0 ? undefined : end).some((word) => word === "--help" || word === "-h");
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refusal && error.rest.fields?.password) return BAD_PASSWORD[error.rest.fields.password]!;
  if (error instanceof Refusal) return REFUSED[error.code] ?? `This is refused: ${error.code}`;
  if (error instanceof BadCommand || error instanceof BadFile) return error.message;
  if (isDiskFull(error)) return "The disk is full: make room, then try again";
  // Where it happened is for whoever mends it.
  log.debug("A command failed", { error });
  return `This did not work: ${(error as Error).message ?? error} (BALCAO_LOG=debug says where)`;
}

if (import.meta.main) await main(Deno.args);
