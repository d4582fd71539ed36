import { Command, type CommanderError } from "commander";
import { BadUsage } from "../platform/config.ts";
import { VERSION } from "../root.ts";
import { backupCommands } from "./backup.ts";
import { companyCommands } from "./company.ts";
import { completionCommand } from "./completion.ts";
import { doctorCommand } from "./doctor.ts";
import { frontDoorCommand } from "./front_door.ts";
import { leavesOf, overview, wordsOf } from "./overview.ts";
import { lineCommands } from "./lines.ts";
import { planCommands } from "./plan.ts";
import { print } from "./out.ts";
import { recoverCommand } from "./recover.ts";
import { restoreCommand } from "./restore.ts";
import { serveCommand } from "./serve.ts";
import { serviceCommands } from "./service.ts";
import { upgradeCommands } from "./upgrade.ts";
import { simulatorCommands } from "./simulators.ts";
import { userCommands } from "./user.ts";

/** The command line: every command with its help. What it needs to run is loaded when it runs. */
export function theProgram(): Command {
  const program = new Command("balcao");
  program.exitOverride().configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: () => {} });
  program.helpInformation = () => overview(program);
  program.version(VERSION, "--version", "says the version");
  serveCommand(program);
  serviceCommands(program);
  upgradeCommands(program);
  companyCommands(program);
  userCommands(program);
  planCommands(program);
  backupCommands(program);
  recoverCommand(program);
  restoreCommand(program);
  lineCommands(program);
  doctorCommand(program);
  frontDoorCommand(program);
  simulatorCommands(program);
  completionCommand(program);
  // What the executable of the official packer says to itself (src/platform/own_process.ts).
  program.command("read-sheet", { hidden: true }).argument("<path>").argument("<asked>")
    .action(async (path, asked) => (await import("../contact_lists/sheet_reader.ts")).readAloud(path, asked));
  program.command("check-file", { hidden: true }).argument("<path>").argument("<asked>")
    .action(async (path) => (await import("../backups/check_file.ts")).checkAloud(path));
  program.command("tend-company", { hidden: true }).argument("<path>").argument("<asked>")
    .action(async (path, asked) => (await import("../exports/work_apart.ts")).workAloud(path, asked));
  // To the new executable by the old one (src/upgrades), and by the official packer's to itself.
  program.command("upgrade-copies", { hidden: true }).argument("[folder]")
    .action(async (folder) => await (await import("../upgrades/upgrade_copies.ts")).upgradeAloud(folder));
  program.command("bring-back", { hidden: true })
    .action(async () => await (await import("../upgrades/bring_back.ts")).bringBackAloud());
  program.helpCommand(false).command("help").argument("[COMMAND...]").description("this page, or what a command takes")
    .action((words: string[]) => words.reduce(below, program).outputHelp());
  versionCommand(program);
  for (const one of [program, ...everyCommandOf(program)]) one.exitOverride((error) => endWithUsage(one, error));
  return program;
}

function versionCommand(program: Command): void {
  program.command("version").description("says the version").option("--json", "with what it knows of files")
    .action(async ({ json }) => {
      if (!json) return print(VERSION);
      const { knownSchemas } = await import("../upgrades/schemas.ts");
      print(JSON.stringify({ version: VERSION, schemas: knownSchemas() }));
    });
}

function below(command: Command, word: string): Command {
  const found = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
  if (!found) throw new BadUsage(`There is no command ${word}\n\nbalcao help lists all commands`);
  return found;
}

function everyCommandOf(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...everyCommandOf(one)]);
}

function endWithUsage(command: Command, error: CommanderError): never {
  if (error.exitCode === 0) throw error;
  const fault = lacksWord(command, error) ? WORD_MISSING : faultIn(error);
  throw new BadUsage(`${fault}\n\n${usageBelow(command)}`);
}

const WORD_MISSING = "There is a word missing";

/** An option where a group of commands wants the word of one of them first. */
function lacksWord({ commands, parent }: Command, { code }: CommanderError): boolean {
  return code === "commander.unknownOption" && commands.length > 0 && parent !== null;
}

/** What the library says of a command that was written wrongly, as a sentence. */
function faultIn({ message }: CommanderError): string {
  if (message === "(outputHelp)") return WORD_MISSING;
  const text = message.replace(/^error: /, "").replace(/^unknown command '(.*)'/, "There is no command $1");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function usageBelow(command: Command): string {
  if (!command.parent) return "balcao help lists all commands";
  const leaves = command.commands.length > 0 ? leavesOf(command) : [command];
  return leaves.map((leaf) => `balcao ${wordsOf(leaf).join(" ")} ${leaf.usage()}`).join("\n");
}
