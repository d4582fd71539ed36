import { CommanderError } from "commander";
import { BadCommand } from "../platform/config.ts";
import { hint } from "./out.ts";
import { theProgram } from "./program.ts";

/** Carries out what was typed, says what went wrong, and answers what the process ends with (docs/operations.md). */
export async function runCommand(words: string[]): Promise<number> {
  try {
    await theProgram().parseAsync(words.length > 0 ? words : ["help"], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const { sentence, exit, code } = await endOf(error);
    const isJson = words.includes("--json") && !words.slice(0, words.indexOf("--json")).includes("--");
    hint(isJson ? JSON.stringify({ error: { sentence, exit, code } }) : sentence);
    return exit;
  }
}

interface End {
  sentence: string;
  exit: number;
  code?: string;
}

/** How the process ends after an error, and what it says before. */
async function endOf(error: unknown): Promise<End> {
  if (error instanceof BadCommand) {
    return { sentence: error.message, exit: error.exit, code: "code" in error ? error.code as string : undefined };
  }
  return (await import("../control/refused.ts")).refusedOf(error);
}
