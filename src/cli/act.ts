import type { Command } from "commander";
import { perform } from "../control/perform.ts";
import type { AnswerOf, InputOf, OperationName } from "../control/operations.ts";
import { dataFolder } from "../platform/config.ts";
import { logToStderr } from "../platform/log.ts";
import { hint, print } from "./out.ts";

/** What every command has that works on a data folder. */
interface Everywhere {
  data?: string;
  json?: boolean;
}

/** A command that works on a data folder: `--data`, `--json`, and examples below its help. */
export function onFolder(command: Command, ...examples: string[]): Command {
  return withExamples(
    command
      .option("--data <folder>", "the data folder; else BALCAO_DATA, else ./tenants")
      .option("--json", "answers JSON, and errors as JSON on stderr"),
    ...examples,
  );
}

export function withExamples(command: Command, ...examples: string[]): Command {
  if (examples.length === 0) return command;
  return command.addHelpText("after", ["", "Examples:", ...examples.map((example) => `  ${example}`)].join("\n"));
}

interface Act<N extends OperationName> {
  input: InputOf<N>;
  /** The answer as lines of text. */
  lines: (answer: AnswerOf<N>) => string[];
  mayCreate?: boolean;
  /** Whether the command ends with 1: it was done, and there is something to be seen to. */
  isBad?: (answer: AnswerOf<N>) => boolean;
}

/** Has an operation done and prints its answer, in lines or as JSON. */
export async function act<N extends OperationName>(
  command: Command,
  name: N,
  { input, lines, mayCreate, isBad }: Act<N>,
) {
  const answer = await ask(command, name, input, { mayCreate });
  if (command.opts<Everywhere>().json) print(JSON.stringify(answer));
  else for (const line of lines(answer)) print(line);
  if (isBad?.(answer)) Deno.exitCode = 1;
}

/** Has an operation done whose answer is not printed; in another data folder than what the command says, if one is given. */
export function ask<N extends OperationName>(
  command: Command,
  name: N,
  input: InputOf<N>,
  { mayCreate = false, data }: { mayCreate?: boolean; data?: string } = {},
) {
  logToStderr();
  const folder = data ?? dataFolder(command.opts<Everywhere>().data, (name) => Deno.env.get(name));
  return perform(name, input, { data: folder, mayCreate, say: hint });
}
