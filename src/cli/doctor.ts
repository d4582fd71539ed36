import { resolve } from "node:path";
import type { Command } from "commander";
import { examineFolder } from "../control/examine.ts";
import type { Finding } from "../doctor/finding.ts";
import { backupKeyPath, BadUsage, dataFolder } from "../platform/config.ts";
import { logToStderr } from "../platform/log.ts";
import { onFolder } from "./act.ts";
import { hint, print } from "./out.ts";

/** Whose clock is asked when nobody is named: the network that the product talks to anyway. */
const USUAL_CLOCK = "https://web.whatsapp.com";

interface Flags {
  data?: string;
  json?: boolean;
  deep?: boolean;
  online?: string | true;
}

export function doctorCommand(program: Command): void {
  onFolder(
    program.command("doctor").description("says what is wrong and what to do; ends with 1 when something is bad")
      .option("--deep", "reads every page of every file, which takes its time")
      .option("--online [address]", `compares the clock with another machine's (${USUAL_CLOCK})`),
    "balcao doctor --deep",
  ).action(async (flags: Flags) => {
    logToStderr();
    const environment = (name: string) => Deno.env.get(name), data = dataFolder(flags.data, environment);
    const input = {
      isDeep: flags.deep === true,
      online: clockOf(flags.online),
      keyPath: resolve(backupKeyPath(data, environment)),
    };
    const report = await examineFolder(input, { data, say: hint });
    if (flags.json) print(JSON.stringify(report));
    else for (const line of linesOf(report.findings)) print(line);
    // What needs a hand soon is no failure: a script that runs it each night would cry wolf.
    if (report.level === "bad") Deno.exitCode = 1;
  });
}

function clockOf(online: string | true | undefined): string | undefined {
  if (online === undefined) return undefined;
  const address = online === true ? USUAL_CLOCK : online;
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw new BadUsage("--online takes an http:// or https:// address");
  }
  return address;
}

/** What is wrong, the worst first, each with what to do below it; of what is good only how much, and what is good to know. */
function linesOf(findings: readonly Finding[]): string[] {
  const order = ["bad", "warning"] as const;
  const wrong = order.flatMap((level) => findings.filter((each) => each.level === level));
  const good = findings.length - wrong.length,
    notes = findings.filter((each) => each.level === "good" && each.what !== each.check);
  return [
    ...wrong.flatMap(({ level, company, says, todo }) => [
      [level, company === undefined ? "" : `company ${company}`, says].filter(Boolean).join("\t"),
      `\t→ ${todo}`,
    ]),
    ...notes.map(({ company, says }) =>
      ["good", company === undefined ? "" : `company ${company}`, says].filter(Boolean).join("\t")
    ),
    `good\t${good} of ${good + wrong.length}`,
  ];
}
