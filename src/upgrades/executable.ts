import { dirname } from "node:path";
import * as z from "zod/mini";
import { BadCommand, NotThere } from "../platform/config.ts";
import { headOfSync, syncFile } from "../platform/with_file.ts";
import { checkPacked, isPacked } from "../service/packed_executable.ts";
import { named, removeIfThere } from "../service/steps.ts";
import { systemWords, whyOf } from "../platform/system_words.ts";
import { syncFolder } from "../platform/wal.ts";
import { KEPT_FOR } from "./kept.ts";
import { isSameProgram } from "./same_program.ts";

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

/** Refuses to exchange a file that somebody has named and that is another program than Balcão. */
export function checkTarget(target: string): void {
  if (!isPacked(target)) throw new BadCommand(`${target} is no executable of Balcão: nothing was exchanged`);
}

/**
 * The staged executable takes its place, in one step; the one from before is kept. What runs goes on running. A BadCommand
 * where that cannot be, or where there is nothing to exchange, because somebody else has done it meanwhile: then what is kept
 * stays what it was.
 */
export function changeExecutable(target: string, now: number): void {
  const staged = stagedBeside(target), previous = previousOf(target), beside = stagedBeside(previous);
  named(target, () => {
    if (isSameProgram(staged, target)) throw new Error("it is this version already");
    try {
      // Beside it first: until the new one is whole, the way back is the old one.
      Deno.copyFileSync(target, beside);
      Deno.chmodSync(beside, 0o755);
      // It says when it was exchanged.
      Deno.utimeSync(beside, new Date(now), new Date(now));
      syncFile(beside);
      Deno.renameSync(beside, previous);
    } catch (error) {
      removeIfThere(beside);
      throw error;
    }
    Deno.renameSync(staged, target);
    syncFolder(dirname(target));
  });
}

/**
 * The executable from before; NotThere where there is none, or it is the one that is installed, a BadCommand where it was
 * exchanged longer ago than a day.
 */
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
  if (isSameProgram(previous, target)) {
    throw new NotThere(`There is no version to go back to: ${previous} is the same program as ${target}`);
  }
  return previous;
}

export function bringBackExecutable(target: string): void {
  named(target, () => {
    Deno.renameSync(previousOf(target), target);
    syncFolder(dirname(target));
  });
}
