import type { Command } from "commander";
import { act, onFolder } from "./act.ts";

export function lineCommands(program: Command): void {
  const lines = program.command("lines").description("the connections of all companies");
  onFolder(
    lines.command("start").description(
      "lets the lines of a recovered folder start: only once the server that it was made from serves them no more",
    ),
    "balcao lines start --data /var/lib/balcao",
  ).action((_, command) => act(command, "lines start", { input: {}, lines: () => [] }));
}
