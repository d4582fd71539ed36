import type { Command } from "commander";
import { BadUsage } from "../platform/config.ts";
import { withExamples } from "./act.ts";

export function simulatorCommands(program: Command): void {
  withExamples(
    program.command("simulator").description("a pretend WhatsApp network with pretend phones, until it is stopped")
      .option("--port <number>", "3100 unless said")
      .option("--host <address>", "127.0.0.1 unless said")
      .option("--folder <folder>", "where it keeps its authority; a temporary one unless said")
      .option("--phone <number:name>", "a phone in it; may be said several times", several),
    "balcao simulator --phone 5511900000001:Loja",
  ).action(async (flags) => {
    const { simulatorCommand, WrittenWrongly } = await import("../simulator/command.ts");
    await simulatorCommand(written(flags)).catch((error) => {
      throw error instanceof WrittenWrongly ? new BadUsage(error.message) : error;
    });
  });
  withExamples(
    program.command("graph-simulator").description("Meta's official channels, pretended, with pretend people")
      .option("--port <number>", "3200 unless said")
      .option("--host <address>", "127.0.0.1 unless said")
      .option("--callback <address>", "where it sends its notices"),
    "balcao graph-simulator --callback http://127.0.0.1:3000/api/meta/notices",
  ).action(async (flags) => {
    const { graphSimulatorCommand, WrittenWrongly } = await import("../graph_simulator/command.ts");
    await graphSimulatorCommand(written(flags)).catch((error) => {
      throw error instanceof WrittenWrongly ? new BadUsage(error.message) : error;
    });
  });
}

function several(one: string, before: string[] = []): string[] {
  return [...before, one];
}

/** The simulators know nothing of ours, and read for themselves what was typed. */
function written(flags: Record<string, string | string[]>): string[] {
  return Object.entries(flags).flatMap(([name, values]) => [values].flat().map((value) => `--${name}=${value}`));
}
