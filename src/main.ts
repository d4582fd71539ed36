import { CommanderError } from "commander";
import { theProgram } from "./cli/program.ts";
import { hint } from "./cli/out.ts";
import { BadCommand } from "./platform/config.ts";
import { makePrivately } from "./platform/private_files.ts";

async function main(words: string[]): Promise<void> {
  try {
    makePrivately();
    await theProgram().parseAsync(words.length > 0 ? words : ["help"], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    const { sentence, exit, code } = await endOf(error);
    const isJson = words.includes("--json") && !words.slice(0, words.indexOf("--json")).includes("--");
    hint(isJson ? JSON.stringify({ error: { sentence, exit, code } }) : sentence);
    Deno.exit(exit);
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
  return (await import("./control/refused.ts")).refusedOf(error);
}

if (import.meta.main) await main(Deno.args);
