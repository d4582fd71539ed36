import type { Command } from "commander";
import { VERSION } from "../root.ts";

const BELOW =
  `All commands work on one data folder: --data FOLDER, else BALCAO_DATA, else ./tenants. Give all of them the same. While a
server serves it, they are carried out by that server. --json answers JSON; balcao COMMAND --help says more.

Exit codes: 0 done, 1 refused or failed, 2 written wrongly, 3 what it is about is not there, 4 the folder is somebody else's
who cannot be asked.

serve also reads BALCAO_WHATSAPP_URL (address of another network), BALCAO_WHATSAPP_CA (PEM file trusted for its media hosts),
BALCAO_GRAPH_URL (address of another Graph than Meta's), BALCAO_INNER_HOSTS (hosts of the inner network that companies may name
as billing systems, separated by commas), BALCAO_DOMAIN, BALCAO_ACME_EMAIL, BALCAO_ACME_DIRECTORY, BALCAO_HTTP_PORT,
BALCAO_HTTPS_PORT (as the options of these names), BALCAO_ACME_CA (PEM file with what the authority's server is signed by) and BALCAO_LOG (debug, info, warn, error).`;

/** All commands on one page. */
export function overview(program: Command): string {
  const lines = leavesOf(program).map((leaf) => [`  balcao ${usageOf(leaf)}`, leaf.description()] as const);
  const width = Math.max(...lines.map(([usage]) => usage.length)) + 2;
  const commands = lines.map(([usage, says]) => `${usage.padEnd(width)}${says.split(/[;:] /)[0]}`);
  return `balcao ${VERSION}: a customer-service desk over WhatsApp\n\n${commands.join("\n")}\n\n${BELOW}\n`;
}

/** The commands that do something; groups of them do not. */
export function leavesOf(command: Command): Command[] {
  return command.createHelp().visibleCommands(command)
    .flatMap((one) => one.commands.length > 0 ? leavesOf(one) : [one])
    // The library gives each group a help of its own.
    .filter((one) => one.name() !== "help" || command.commands.includes(one));
}

/** Its words below `balcao`. */
export function wordsOf(command: Command): string[] {
  return command.parent ? [...wordsOf(command.parent), command.name()] : [];
}

function usageOf(command: Command): string {
  const placed = command.registeredArguments.map((argument) => argument.name());
  return [...wordsOf(command), ...placed].join(" ");
}
