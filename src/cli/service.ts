import type { Command } from "commander";
import { BadCommand, BadUsage, readConfig, type ServeFlags } from "../platform/config.ts";
import { withExamples } from "./act.ts";
import { hint, print } from "./out.ts";
import { serveOptions } from "./serve.ts";

interface InstallFlags extends ServeFlags {
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
    .option("--root <folder>", "writes below this folder and runs nothing: for images");
}

async function installService({ executable, dryRun, root, ...flags }: InstallFlags): Promise<void> {
  const { installSteps, ownExecutable } = await import("../service/install.ts");
  const { USER, USUAL_DATA } = await import("../service/unit.ts");
  const { checkPacked } = await import("../service/packed_executable.ts");
  const { printSteps, takeSteps } = await import("../service/steps.ts");
  const data = flags.data ?? USUAL_DATA;
  if (!data.startsWith("/") || /[\n\r]/.test(data)) throw new BadUsage("--data takes a whole path: /var/lib/balcao");
  // Refuses what `serve` would refuse, and not at three in the morning. The service has no environment of this shell.
  const { https } = readConfig({ ...flags, data }, () => undefined);
  const unit = { data, words: wordsOf(flags), https };
  const from = ownExecutable(executable, (name) => Deno.env.get(name));
  checkPacked(from);
  const steps = installSteps({ ...unit, executable: from, hasUser: root === undefined && await isThere(USER) });
  if (dryRun) return printSteps(steps, print);
  checkMay(root);
  await takeSteps(steps, { root, print });
  if (root !== undefined) return;
  hint("It is running. What it says: journalctl -u balcao; on an empty folder the address of the set-up is there:");
  hint("  journalctl -u balcao | grep /setup#");
}

async function uninstallService({ dryRun, root }: InstallFlags): Promise<void> {
  const { uninstallSteps } = await import("../service/install.ts");
  const { dataIn, UNIT_PATH, USER } = await import("../service/unit.ts");
  const { printSteps, takeSteps } = await import("../service/steps.ts");
  if (dryRun) return printSteps(uninstallSteps(), print);
  checkMay(root);
  const unit = await Deno.readTextFile(`${root ?? ""}${UNIT_PATH}`).catch(() => undefined);
  if (unit === undefined) throw new BadCommand(`There is no service here: ${UNIT_PATH} is missing`);
  await takeSteps(uninstallSteps(), { root, print });
  const data = dataIn(unit);
  if (data) {
    hint(`The data stays in ${data}, and the user ${USER}, whose it is. Without them: rm -r ${data}; userdel ${USER}`);
  }
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
