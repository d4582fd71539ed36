import { createHash } from "node:crypto";
import { ROOT } from "../root.ts";
import { packedLine } from "../service/packed_executable.ts";
import { howToRun, PROGRAM_FOLDER } from "./program.ts";

/** The number of the step that the next version has more. */
export const NEXT = 9000;

/** An executable of a program, which says as a packed one does that it is Balcão's, and how long it is (`padding`: bytes more). */
export async function anExecutable(path: string, root: string, padding = 0): Promise<string> {
  const run = [Deno.execPath(), ...howToRun("main", root)].join(" "), more = "\n".repeat(padding);
  const sum = createHash("sha256").update(more).digest("hex");
  const head = (size: number) =>
    `#!/bin/sh\nexec ${run} "$@"\n${packedLine({ size, from: size - padding + 1, sum })}\n`;
  // It names its own length, which may change its length.
  let size = 0;
  while (size !== head(size).length + padding) size = head(size).length + padding;
  await Deno.writeTextFile(path, head(size) + more, { mode: 0o755 });
  return path;
}

/** The next version: these sources, and one more step for each kind of file, or for one of them. */
export async function aNextVersion(
  root: string,
  kinds: readonly ("company" | "provider")[] = ["company", "provider"],
): Promise<string> {
  await Deno.mkdir(root);
  await new Deno.Command("cp", { args: ["-r", `${PROGRAM_FOLDER}/src`, `${ROOT}/migrations`, `${root}/`] }).output();
  const steps = {
    company: "alter table queues add column shade text;",
    provider: "create table next_things (id integer primary key);",
  };
  for (const kind of kinds) await Deno.writeTextFile(`${root}/migrations/${kind}/${NEXT}_next.sql`, steps[kind]);
  return root;
}

/** A version as it is released: packed into one file, with a runtime that is this one. */
export async function aPackedOne(path: string, root: string): Promise<string> {
  const stage = `${path}-stage`;
  await Deno.mkdir(stage);
  const run = [Deno.execPath(), ...howToRun("main", root)].join(" ");
  const past = 'while [ "${1##*/}" != main.js ]; do shift; done; shift';
  await Deno.writeTextFile(`${stage}/deno`, `#!/bin/sh\n${past}\nexec ${run} "$@"\n`, { mode: 0o755 });
  // So much that it does not lie in the head.
  await Deno.writeFile(`${stage}/noise`, crypto.getRandomValues(new Uint8Array(65_536)));
  const args = ["run", "-A", "--quiet", "scripts/pack.ts", stage, path, "balcao"];
  const { success, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return path;
}

/** What a program answers that is given words as a script gives them. */
export async function runProgram(program: string, words: string[], env: Record<string, string>) {
  const { code, stdout, stderr } = await new Deno.Command(program, { args: words, env, stdin: "null" }).output();
  const [out, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).trim());
  return { code, out: out!, error: error! };
}
