import { resolve } from "node:path";
import type { Command } from "commander";
import { isValid } from "date-fns/isValid";
import { parseISO } from "date-fns/parseISO";
import type { InputOf } from "../control/operations.ts";
import { BadUsage } from "../platform/config.ts";
import { act, onFolder } from "./act.ts";
import { keyPathOf, numberOf, timeOf } from "./backup.ts";
import { counted } from "./counted.ts";
import { hint } from "./out.ts";

interface RestoreFlags {
  at?: string;
  to?: string;
  from?: string;
  as?: string;
  undo?: boolean;
}

export function restoreCommand(program: Command): void {
  onFolder(
    program.command("restore").argument("<COMPANY>").description(
      "brings a company back to a moment; the others go on, and its state of now is kept aside for a week",
    )
      .option("--at <time>", "the moment, such as 2026-11-20T14:31; else the newest there is")
      .option("--from <id>", "the place to take it from; else the one that has the newest")
      .option("--to <folder>", "writes it into an empty folder instead; the company itself stays as it is")
      .option(
        "--as <name>",
        "makes a new company of it instead, with no line linked and no logins: to look something up",
      )
      .option("--undo", "brings back the state that was set aside last"),
    'balcao restore "Padaria Aurora" --at 2026-11-20T14:31',
    'balcao restore "Padaria Aurora" --undo',
  ).action((company, flags: RestoreFlags, command) => {
    if (flags.undo) return undo(command, company, flags);
    const { at, from, to, as } = flags;
    const input = {
      company,
      at: at === undefined ? undefined : momentOf(at),
      from: from === undefined ? undefined : numberOf(from, "--from"),
      keyPath: keyPathOf(command),
    };
    if (to !== undefined && as !== undefined) throw new BadUsage("--to and --as do not go together");
    if (as !== undefined) return restoreAnother(command, { ...input, as });
    return to === undefined ? restoreHere(command, input) : act(command, "restore to", {
      input: { ...input, to: resolve(to) },
      lines: ({ name, newest, messages, media, missing, to }) => [
        `${name} as it was at ${timeOf(newest)}: ${counted(messages, "message")}, ${counted(media, "file")}, in ${to}`,
        ...missing.map((file) => `missing\t${file}`),
      ],
    });
  });
}

function restoreHere(command: Command, input: InputOf<"restore here">): Promise<void> {
  return act(command, "restore here", {
    input,
    lines: ({ id, name, newest, messages, missing, newer, ...put }) => [
      `${name} is as it was at ${timeOf(newest)}: ${counted(messages, "message")}`,
      ...missingLines(id, missing),
      ...putLines(put),
      ...(newer ? [newerLine(newer)] : []),
    ],
  });
}

function restoreAnother(command: Command, input: InputOf<"restore as">): Promise<void> {
  return act(command, "restore as", {
    input,
    lines: ({ id, name, of, newest, messages, missing, held }) => [
      `${id}\t${name} is ${of} as it was at ${timeOf(newest)}: ${counted(messages, "message")}`,
      ...missingLines(id, missing),
      ...putLines({ held, withoutPassword: [], taken: [], gone: [] }),
    ],
  });
}

function undo(command: Command, company: string, { at, from, to, as }: RestoreFlags): Promise<void> {
  if ([at, from, to, as].some((option) => option !== undefined)) throw new BadUsage("--undo takes no other option");
  return act(command, "restore undo", {
    input: { company },
    lines: ({ name, moment, ...put }) => [`${name} is as it was at ${timeOf(moment)}`, ...putLines(put)],
  });
}

/** Whose they are, another command says. */
function missingLines(id: number, missing: string[]): string[] {
  if (missing.length > 0) hint(`Whose the missing files are: balcao company files ${id}`);
  return missing.map((file) => `missing\t${file}`);
}

function newerLine(count: number): string {
  const [are, they] = count === 1 ? ["message is", "it is"] : ["messages are", "they are"];
  return `newer\t${count} ${are} newer than this: ${they} in the state set aside, --undo brings it back`;
}

/** What whoever brought a company back has to see to. */
function putLines({ held, withoutPassword, taken, gone }: PutLines): string[] {
  return [
    ...(held > 0 ? [`held\t${held}: an administrator of the company decides whether they go out`] : []),
    ...withoutPassword.map((email) => `no password\t${email}: balcao user password gives a new one`),
    ...taken.map((email) => `taken\t${email} is somebody else's by now`),
    ...gone.map((email) => `gone\t${email} logs in no more`),
  ];
}

interface PutLines {
  held: number;
  withoutPassword: string[];
  taken: string[];
  gone: string[];
}

/** The end of the second, minute or day that was named, in this machine's time zone; to the millisecond, just that one. */
export function momentOf(text: string): number {
  const whole = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59` : text;
  const parsed = new Date(whole);
  // JavaScript takes the 30th of February for the 2nd of March.
  const isDay = isValid(parseISO(whole.slice(0, 10)));
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(whole) || !isDay || Number.isNaN(parsed.getTime())) {
    throw new BadUsage("--at takes a time such as 2026-11-20T14:31 or 2026-11-20T14:31:05-03:00");
  }
  if (Date.parse(whole === text ? text : `${text}T00:00`) > Date.now()) {
    throw new BadUsage(`--at takes a time that has been: it is ${timeOf(Date.now())}`);
  }
  const [, seconds, fraction] = /T\d\d:\d\d(:\d\d)?(\.\d+)?/.exec(whole)!;
  return parsed.getTime() + (fraction ? 0 : seconds ? 999 : 59_999);
}
