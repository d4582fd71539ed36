import * as z from "zod/mini";
import { BadCommand, NotThere } from "../platform/config.ts";
import { headOfSync, syncFile } from "../platform/with_file.ts";
import { checkPacked } from "../service/packed_executable.ts";
import { named, removeIfThere } from "../service/steps.ts";
import { systemWords, whyOf } from "../platform/system_words.ts";
import { syncFolder } from "../platform/wal.ts";
import { KEPT_FOR } from "./kept.ts";

/** What an executable says of itself (`balcao version --json`). */
const About = z.object({ version: z.string(), schemas: z.object({ company: z.int(), provider: z.int() }) });
export type About = z.infer<typeof About>;

/** So long (ms) it may take to unpack itself. */
const PATIENCE = 120_000;

/** As whom a program runs, where that is somebody else than us. */
export interface RunAs {
  uid?: number;
  gid?: number;
  env?: Record<string, string>;
}

/**
 * Asks an executable what it is; a BadCommand where it is none of ours, not whole, or not for this machine. It says the name by
 * which a person knows it, who never named the copy that is asked.
 */
export async function askExecutable(path: string, as: RunAs = {}, name = path): Promise<About> {
  checkProgram(path, name);
  let said: Deno.CommandOutput;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    said = await new Deno.Command(path, { args: ["version", "--json"], stdin: "null", signal, ...as }).output();
  } catch (error) {
    const why = systemWords(error);
    throw new BadCommand(
      why === undefined
        ? `${name} ${NONE}: ${(error as Error).message.replaceAll(path, name)}`
        : `${name} cannot be run: ${why}`,
    );
  }
  try {
    return About.parse(JSON.parse(new TextDecoder().decode(said.stdout)));
  } catch {
    const why = new TextDecoder().decode(said.stderr).trim().split("\n")[0]!.slice(0, 200);
    throw new BadCommand(`${name} ${NONE}${why ? `: ${why.replaceAll(path, name)}` : ""}`);
  }
}

const NONE = "is no Balcão for this machine that can be upgraded to";

/** Refuses what is not even to be asked: none of ours, or one of ours that is not whole. */
export function checkProgram(path: string, name = path): void {
  if (!isProgram(path)) throw new BadCommand(`${name} ${NONE}`);
  checkPacked(path);
}

/** Whether the kernel itself would run it: anything else the C library hands to a shell, which does whatever its lines say. */
function isProgram(path: string): boolean {
  try {
    const head = new TextDecoder().decode(headOfSync(path, 4));
    return ["\x7fELF", "#!"].some((magic) => head.startsWith(magic));
  } catch (error) {
    throw new BadCommand(`${path} cannot be read: ${whyOf(error)}`);
  }
}

/** Where an executable lies until it takes another's place, and where the one from before is kept. */
export const stagedBeside = (target: string) => `${target}.new`;
export const previousOf = (target: string) => `${target}.previous`;

/** Puts a copy beside the executable whose place it is to take. */
export function stage(from: string, target: string): string {
  const staged = stagedBeside(target);
  named(staged, () => {
    Deno.copyFileSync(from, staged);
    Deno.chmodSync(staged, 0o755);
    syncFile(staged);
  });
  return staged;
}

/** The staged executable takes its place, in one step; the one from before is kept. What runs goes on running. */
export function changeExecutable(target: string, now: number): void {
  named(target, () => {
    const previous = previousOf(target);
    removeIfThere(previous);
    Deno.copyFileSync(target, previous);
    Deno.chmodSync(previous, 0o755);
    // It says when it was exchanged.
    Deno.utimeSync(previous, new Date(now), new Date(now));
    Deno.renameSync(stagedBeside(target), target);
    syncFolder(target.slice(0, target.lastIndexOf("/")));
  });
}

/** The executable from before; NotThere where there is none, a BadCommand where it was exchanged longer ago than a day. */
export function checkPrevious(target: string, now: number): string {
  const previous = previousOf(target);
  let at: number;
  try {
    at = Deno.statSync(previous).mtime!.getTime();
  } catch {
    throw new NotThere(`There is no version to go back to: ${previous} is missing`);
  }
  if (now - at > KEPT_FOR) {
    throw new BadCommand(`The upgrade was more than a day ago (${new Date(at).toISOString()}): there is no way back`);
  }
  return previous;
}

export function bringBackExecutable(target: string): void {
  named(target, () => {
    Deno.renameSync(previousOf(target), target);
    syncFolder(target.slice(0, target.lastIndexOf("/")));
  });
}
