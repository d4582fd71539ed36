import { resolve } from "node:path";
import type { Command } from "commander";
import { asTyped } from "../platform/as_typed.ts";
import { BadUsage, dataFolder, NotThere } from "../platform/config.ts";
import { isThere } from "../platform/is_there.ts";
import { bridged, type Ends } from "./bridge.ts";
import { answerIn, callBy } from "./folder_way.ts";
import { ask, onFolder } from "./act.ts";
import { newKeysText } from "./company_file.ts";
import { hint, print } from "./out.ts";
import { wayFolder } from "./way_folder.ts";

interface MoveFlags {
  to: string;
  back?: boolean;
  address?: string;
  name?: string;
  by: string;
  data?: string;
  json?: boolean;
}

/** A company goes to another server, with its lines. */
export function companyMoveCommands(company: Command): void {
  onFolder(
    company.command("move").argument("<COMPANY>")
      .description(
        "moves a company to another server with its lines, in seconds; what breaks off, the same command ends",
      )
      .requiredOption(
        "--to <where>",
        "USER@HOST, which is reached by ssh; or a folder that the other server fetches from: /…, ./… or one that is there",
      )
      .option("--address <address>", "where people reach the other server, if it does not know: https://…")
      .option("--name <name>", "what it is to be called there; else as here")
      .option("--by <command>", "what takes it in at USER@HOST", "balcao company receive")
      .option("--back", "takes back one that the other server has not begun to serve"),
    'balcao company move "Padaria Aurora" --to root@desk2.example',
    'balcao company move "Padaria Aurora" --to /mnt/shared --address https://desk2.example',
  ).action(async (which, flags: MoveFlags, command) => {
    const data = dataOf(flags), ways = await wayTo(flags, data);
    try {
      await bridged(data, ways, (socket) => flags.back ? back(command, which, socket) : move(command, which, socket));
    } finally {
      await ways.clear();
    }
  });
  onFolder(
    company.command("receive").description(
      "takes in a company that comes by stdin and stdout: what ssh runs for a move",
    ),
    "ssh root@desk2.example balcao company receive",
  ).action(async (flags: MoveFlags, command) => {
    const data = dataOf(flags), ends = { readable: Deno.stdin.readable, writable: Deno.stdout.writable };
    await receive(command, data, ends, hint);
  });
  onFolder(
    company.command("fetch").argument("<FOLDER>")
      .description("takes in a company that another server moves to this folder; waits until it does"),
    "balcao company fetch /mnt/shared",
  ).action(async (folder, flags: MoveFlags, command) => {
    const data = dataOf(flags), way = await wayFolder(folder, data);
    const ends = await answerIn(way, {
      waits: () =>
        hint(`Waits until a company is moved to ${way}. There: ${asTyped([...MOVE, "COMPANY", "--to", way])}`),
      isSilent: () =>
        hint(`Nothing comes from there. If that command was ended, end this one, too, and say both again`),
    });
    try {
      await receive(command, data, ends, print);
    } finally {
      await ends.clear();
    }
  });
}

async function move(command: Command, company: string, socket: string): Promise<void> {
  const { address, name, json } = command.opts<MoveFlags>();
  const moved = await ask(command, "company move", { company, socket, address: plain(address), name });
  if (json) return print(JSON.stringify(moved));
  print(`${moved.id}\t${moved.name}\t${moved.address}\t${moved.there}`);
  hint(
    moved.paused === undefined ? "It is served there" : `Nobody was served for ${(moved.paused / 1000).toFixed(1)} s`,
  );
  for (const email of moved.taken) hint(`${email} is somebody else's there, and logs in there: give that user another`);
  if (!moved.hasPlan) hint("That server has no plan like the company's: give it one there, by balcao company plan");
  if (moved.newWebchatKeys > 0) hint(newKeysText(moved.newWebchatKeys));
}

async function back(command: Command, company: string, socket: string): Promise<void> {
  const { id, name } = await ask(command, "company move back", { company, socket });
  if (command.opts<MoveFlags>().json) print(JSON.stringify({ id, name }));
  else print(`${id}\t${name}`);
}

async function receive(command: Command, data: string, ends: Ends, say: (line: string) => void): Promise<void> {
  const { arrived } = await bridged(data, ends, (socket) => ask(command, "company receive", { socket }));
  if (!arrived) return;
  say(command.opts<MoveFlags>().json ? JSON.stringify(arrived) : `${arrived.id}\t${arrived.name}`);
}

function dataOf({ data }: MoveFlags): string {
  const folder = dataFolder(data, (name) => Deno.env.get(name));
  try {
    return Deno.realPathSync(folder);
  } catch {
    throw new NotThere(`There is no ${folder}`);
  }
}

function plain(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw new BadUsage("--address is like https://desk2.example");
  }
  return new URL(address).origin;
}

async function wayTo({ to, by }: MoveFlags, data: string): Promise<Ends & { clear(): Promise<void> }> {
  if (/^https?:/.test(to)) {
    throw new BadUsage("--to is USER@HOST or a folder; where people reach it is said by --address");
  }
  if (/^[^/@\s-][^/@\s]*@[^/@\s]+$/.test(to)) return bySsh(to, by);
  // A host without its user would be a folder that nobody looks into.
  if (to !== "" && !/^\.{0,2}\//.test(to) && !isThere(resolve(to))) {
    throw new BadUsage(`--to is USER@HOST or a folder, and there is no folder ${to} here; a new one is ./${to}`);
  }
  const way = await wayFolder(to, data);
  return await callBy(way, () => {
    hint(`Waits for a minute until it is fetched from ${way}. There: ${asTyped([...FETCH, way])}`);
  });
}

/** What is to be said on the other machine. */
const MOVE = ["balcao", "company", "move"], FETCH = ["balcao", "company", "fetch"];

/** ssh asks for what it needs by itself, and what the other side complains about is read here. */
function bySsh(to: string, by: string) {
  const args = ["-T", "-o", "ServerAliveInterval=15", "--", to, by];
  const child = new Deno.Command("ssh", { args, stdin: "piped", stdout: "piped", stderr: "inherit" }).spawn();
  return {
    readable: child.stdout,
    writable: child.stdin,
    async clear() {
      await child.status;
    },
  };
}
