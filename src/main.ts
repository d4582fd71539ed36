import { companyVerb } from "./cli/company.ts";
import { planVerb } from "./cli/plan.ts";
import { sentenceOf } from "./cli/sentence.ts";
import { serveVerb } from "./cli/serve.ts";
import { simulatorVerb } from "./cli/simulator.ts";
import { userVerb } from "./cli/user.ts";
import { BadUsage } from "./platform/config.ts";
import { makePrivately } from "./platform/private_files.ts";
import { VERSION } from "./root.ts";

const HELP = `balcao ${VERSION}: a customer-service desk over WhatsApp

  balcao serve [--port 3000] [--host 0.0.0.0] [--public-url https://…] [--trusted-proxy ADDRESS,…] [--demo]
  balcao company add NAME            a new company
  balcao company list
  balcao company remove COMPANY | restore ID                 its files stay for thirty days
  balcao company plan COMPANY PLAN|none                      what it may have; without a plan, as much as it likes
  balcao plan add NAME [--value 99.90] [--users 5] [--connections 2] [--queues 5] [--storage 10GB]
  balcao plan list
  balcao user add COMPANY NAME EMAIL [--admin] [--super]     the password is asked for, read from a pipe, or BALCAO_PASSWORD
  balcao user password EMAIL         sets a password and ends the person's logins
  balcao user second-factor EMAIL --reset                    for who has lost the phone with the codes
  balcao simulator [--port 3100]     a pretend WhatsApp network with pretend phones
  balcao version
  balcao help

All commands work on one data folder: --data FOLDER, else BALCAO_DATA, else ./tenants. Give all of them the same.
--public-url is the address that browsers use; --trusted-proxy the proxy whose X-Forwarded-For, -Proto and -Host count.
serve also reads BALCAO_PORT, BALCAO_HOST, BALCAO_PUBLIC_URL, BALCAO_TRUSTED_PROXY, BALCAO_WHATSAPP_URL (address of another
network), BALCAO_WHATSAPP_CA (PEM file trusted for its media hosts) and BALCAO_INNER_HOSTS (hosts of the inner network that
companies may name as billing systems, separated by commas).`;

type Verb = (args: string[]) => Promise<void> | void;

const VERBS: Record<string, Verb> = {
  serve: serveVerb,
  company: companyVerb,
  plan: planVerb,
  user: userVerb,
  simulator: simulatorVerb,
  // What the executable of the official packer says to itself (src/platform/own_process.ts).
  "read-sheet": async ([path, asked]) => (await import("./contact_lists/sheet_reader.ts")).readAloud(path!, asked!),
  version: () => console.log(VERSION),
  help: () => console.log(HELP),
  "--help": () => console.log(HELP),
  "-h": () => console.log(HELP),
  "--version": () => console.log(VERSION),
};

async function main([verb = "help", ...args]: string[]): Promise<void> {
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  try {
    makePrivately();
    if (!run) throw new BadUsage(`There is no command ${verb}\n\n${HELP}`);
    if (asksForHelp(args)) return console.log(HELP);
    await run(args);
  } catch (error) {
    console.error(sentenceOf(error));
    Deno.exit(error instanceof BadUsage ? 2 : 1);
  }
}

/** Behind any command, unless `--` has ended its options. */
function asksForHelp(args: string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end < 0 ? undefined : end).some((word) => word === "--help" || word === "-h");
}

if (import.meta.main) await main(Deno.args);
