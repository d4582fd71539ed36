import { runCommand } from "./cli/run_command.ts";
import { isAnythingLeftOpen } from "./platform/left_open.ts";
import { makePrivately } from "./platform/private_files.ts";

async function main(words: string[]): Promise<void> {
  makePrivately();
  const exit = await runCommand(words);
  if (exit !== 0) Deno.exit(exit);
  if (isAnythingLeftOpen()) Deno.exit();
}

if (import.meta.main) await main(Deno.args);
