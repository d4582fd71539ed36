import { dirname } from "node:path";
import { asTyped } from "../platform/as_typed.ts";
import { BadCommand } from "../platform/config.ts";
import { isThere } from "../platform/is_there.ts";
import { whyOf } from "../platform/system_words.ts";

/** One thing that an installation does to the machine. */
export type Step =
  | { does: "write"; path: string; text: string }
  | { does: "copy"; from: string; path: string }
  | { does: "remove"; path: string }
  | { does: "run"; words: string[]; /** Another end than 0 is none of our business. */ mayFail?: true };

/**
 * The same for a folder that becomes a machine's root, as in an image: files lie below it, and what has to be run is left to
 * that machine.
 */
export function below(root: string, steps: readonly Step[]): { steps: Step[]; left: string[] } {
  return {
    steps: steps.flatMap((step) => step.does === "run" ? [] : [{ ...step, path: `${root}${step.path}` }]),
    left: steps.flatMap((step) => step.does === "run" ? [asTyped(step.words)] : []),
  };
}

/** What would be done, as somebody would do it by hand. */
export function printSteps(steps: readonly Step[], print: (line: string) => void): void {
  for (const step of steps) {
    if (step.does === "write") print(`# write ${step.path}\n${step.text}`);
    else if (step.does === "copy") print(asTyped(["install", "-m", "0755", step.from, step.path]));
    else if (step.does === "remove") print(asTyped(["rm", "-f", step.path]));
    else print(asTyped(step.words));
  }
}

/** Does it, and says each thing that it does; the first that fails ends it as a BadCommand. */
export async function takeSteps(steps: readonly Step[], print: (line: string) => void): Promise<void> {
  for (const step of steps) {
    if (step.does === "remove" && !isThere(step.path)) continue;
    if (step.does !== "run") {
      const { path } = step;
      print(`${step.does === "remove" ? "removes" : "writes"} ${path}`);
      named(path, () => changeFile(step, path));
    } else {
      print(asTyped(step.words));
      await run(step.words, step.mayFail);
    }
  }
}

function changeFile(step: Exclude<Step, { does: "run" }>, path: string): void {
  if (step.does === "remove") return removeIfThere(path);
  Deno.mkdirSync(dirname(path), { recursive: true });
  // What runs is not written over: its file stays what it was, and the next start takes the new one.
  const beside = `${path}.new`;
  if (step.does === "copy") Deno.copyFileSync(step.from, beside);
  else Deno.writeTextFileSync(beside, step.text);
  Deno.chmodSync(beside, step.does === "copy" ? 0o755 : 0o644);
  Deno.renameSync(beside, path);
}

export function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Whatever cannot be done to a file of the system says which. */
export function named(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new BadCommand(`${path} cannot be changed: ${whyOf(error)}`, { cause: error });
  }
}

async function run([program, ...args]: string[], mayFail = false): Promise<void> {
  const text = asTyped([program!, ...args]);
  let status: Deno.CommandOutput;
  try {
    status = await new Deno.Command(program!, { args, stdin: "null" }).output();
  } catch {
    throw new BadCommand(`${program} is not there: the service needs a Linux with systemd`);
  }
  if (!status.success && !mayFail) {
    throw new BadCommand(`${text} ended with ${status.code}: ${new TextDecoder().decode(status.stderr).trim()}`);
  }
}
