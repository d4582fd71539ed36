import type { Command } from "commander";
import { BadCommand, BadUsage, NotThere, readConfig, type ServeFlags } from "../platform/config.ts";
import type { Step } from "../service/steps.ts";
import { withExamples } from "./act.ts";
import { hint, print } from "./out.ts";
import { serveOptions } from "./serve.ts";

interface InstallFlags extends ServeFlags {
  json?: boolean;
  executable?: string;
  dryRun?: boolean;
  root?: string;
}

/** Makes a service of the machine of it, and takes it off again. */
export function serviceCommands(program: Command): void {
  const install = program.command("install").description("a service of this machine that starts with it (systemd)")
    .option("--executable <file>", "the file to install; the one that is running unless said");
  withExamples(
    dryRun(serveOptions(install, "the data folder; /var/lib/balcao unless said")),
    "balcao install --domain desk.example.com --acme-email you@example.com",
    "balcao install --host 127.0.0.1 --public-url https://desk.example --trusted-proxy 127.0.0.1",
  ).action(installService);
  withExamples(
    dryRun(program.command("uninstall").description("takes the service off; the data stays")),
    "balcao uninstall --dry-run",
  ).action(uninstallService);
}

function dryRun(command: Command): Command {
  return command.option("--dry-run", "prints everything that would be done, and does nothing")
    .option("--root <folder>", "writes below this folder and runs nothing: for images")
    .option("--json", "says what was done, or would be, in one JSON object");
}

async function installService({ executable, dryRun, root, json, ...flags }: InstallFlags): Promise<void> {
  const { installSteps, ownExecutable } = await import("../service/install.ts");
  const { USER, USUAL_DATA } = await import("../service/unit.ts");
  const { checkPacked, isPacked } = await import("../service/packed_executable.ts");
  const data = flags.data ?? USUAL_DATA;
  if (!data.startsWith("/") || /[\n\r]/.test(data)) throw new BadUsage("--data takes a whole path: /var/lib/balcao");
  // Refuses what `serve` would refuse, and not at three in the morning. The service has no environment of this shell.
  const { https } = readConfig({ ...flags, data }, () => undefined);
  const unit = { data, words: wordsOf(flags), https };
  const from = ownExecutable(executable, (name) => Deno.env.get(name));
  if (!isPacked(from)) throw new BadCommand(`${from} is no executable of Balcão: nothing was installed`);
  checkPacked(from);
  const steps = installSteps({ ...unit, executable: from, hasUser: root === undefined && await isThere(USER) });
  await carryOut(steps, { dryRun, root, json });
  if (dryRun || root !== undefined) return;
  hint("It is running. What it says: journalctl -u balcao; on an empty folder the address of the set-up is there:");
  hint("  journalctl -u balcao | grep /setup#");
}

async function uninstallService({ dryRun, root, json }: InstallFlags): Promise<void> {
  const { uninstallSteps } = await import("../service/install.ts");
  const { dataIn, KEY_FOLDER, UNIT_PATH, USER } = await import("../service/unit.ts");
  if (!dryRun) checkMay(root);
  const unit = await Deno.readTextFile(`${root ?? ""}${UNIT_PATH}`).catch(() => undefined);
  if (unit === undefined) throw new NotThere(`There is no service here: ${root ?? ""}${UNIT_PATH} is missing`);
  await carryOut(uninstallSteps(), { dryRun, root, json });
  if (dryRun) return;
  const data = dataIn(unit);
  if (data) {
    hint(`The data stays in ${data}, and the user ${USER}, whose it is. Without them: rm -r ${data}; userdel ${USER}`);
    hint(`The key of its backups stays, too, in ${KEY_FOLDER}: without it, or its words, nobody can read them`);
  }
}

/** Takes the steps, or says which they would be; below a root those that the machine itself has to take are left to it. */
async function carryOut(
  all: readonly Step[],
  { dryRun = false, root, json }: Pick<InstallFlags, "dryRun" | "root" | "json">,
): Promise<void> {
  const { below, printSteps, takeSteps } = await import("../service/steps.ts");
  const { steps, left } = root === undefined ? { steps: all, left: [] } : below(root, all);
  if (!dryRun) {
    checkMay(root);
    await takeSteps(steps, json ? hint : print);
  } else if (!json) printSteps(steps, print);
  if (json) print(JSON.stringify({ isDone: !dryRun, steps, left }));
  if (left.length > 0) hint(`Left to the machine that starts from ${root}:`);
  for (const line of left) hint(`  ${line}`);
}

function checkMay(root: string | undefined): void {
  if (root === undefined && Deno.uid() !== 0) throw new BadCommand("This changes the machine: run it as root (sudo)");
}

async function isThere(user: string): Promise<boolean> {
  const asked = new Deno.Command("getent", { args: ["passwd", user], stdout: "null", stderr: "null" });
  return await asked.output().then(({ success }) => success, () => false);
}

/** The options as they are said to `serve`. */
function wordsOf(
  { port, host, publicUrl, trustedProxy, domain, acmeEmail, acmeDirectory, httpPort, httpsPort, demo }: ServeFlags,
) {
  if (demo) throw new BadUsage("The demo is no service: its logins are known to everybody");
  const said = { port, host, "public-url": publicUrl, "trusted-proxy": trustedProxy, "acme-email": acmeEmail };
  const more = { "acme-directory": acmeDirectory, "http-port": httpPort, "https-port": httpsPort };
  return [
    ...(domain ?? []).flatMap((name) => ["--domain", name]),
    ...Object.entries({ ...said, ...more }).flatMap(([name, value]) => value === undefined ? [] : [`--${name}`, value]),
  ];
}
