import { resolve } from "node:path";
import type { Command } from "commander";
import { BadCommand, dataFolder, NotThere } from "../platform/config.ts";
import { lockFolder } from "../platform/folder_lock.ts";
import { refuseUnfinished } from "../platform/unfinished.ts";
import { ask, onFolder } from "./act.ts";
import { hint, print } from "./out.ts";

interface Flags {
  data?: string;
  json?: boolean;
  executable?: string;
}

interface UpgradeFlags extends Flags {
  acceptFailures?: boolean;
}

interface RollbackFlags extends Flags {
  yes?: boolean;
}

const EXECUTABLE = "the file that is exchanged: the service's, else the one that is running";

/** Another version of the program, tried on copies of everything before it serves; and the way back, for a day. */
export function upgradeCommands(program: Command): void {
  onFolder(
    program.command("upgrade").argument("<FILE>").description(
      "another version: tried on copies of all companies, then exchanged and started",
    )
      .option("--accept-failures", "also where a company's file cannot be upgraded: it stays closed afterwards")
      .option("--executable <file>", EXECUTABLE),
    "sudo balcao upgrade ./balcao-new",
  ).action((file: string, flags: UpgradeFlags, command: Command) => upgrade(resolve(file), flags, command));
  onFolder(
    program.command("rollback").description(
      "within a day after an upgrade: the version and the files from before; what was written since is undone",
    )
      .option("--yes", "does not ask").option("--executable <file>", EXECUTABLE),
    "sudo balcao rollback",
  ).action(rollback);
}

async function upgrade(file: string, flags: UpgradeFlags, command: Command): Promise<void> {
  const { changeExecutable, checkProgram, checkTarget, stagedBeside } = await import("../upgrades/executable.ts");
  const { isSameProgram } = await import("../upgrades/same_program.ts");
  const { removeIfThere } = await import("../service/steps.ts");
  const { target, data, service } = await place(flags);
  await checkFile(file);
  checkProgram(file);
  // The service's own may be damaged, which another one mends.
  if (flags.executable !== undefined) checkTarget(target);
  if (isSameProgram(file, target)) {
    if (flags.json) print(JSON.stringify({ executable: target, isExchanged: false, failures: [] }));
    else print(`${target} is this version already: nothing was exchanged`);
    return hint("A server that was started with another one goes on with that: start it anew");
  }
  let failures: Failures;
  try {
    failures = await triedWith(command, file, { target, data });
    if (failures.length > 0 && !flags.acceptFailures) throw new BadCommand(unchanged(failures));
    changeExecutable(target, Date.now());
  } finally {
    // Nothing of it, where it did not take the other's place.
    removeIfThere(stagedBeside(target));
  }
  if (flags.json) print(JSON.stringify({ executable: target, isExchanged: true, failures }));
  else print(`${target} is exchanged; the one from before is kept for a day: balcao rollback`);
  await service.restart();
}

type Failures = { name: string; why: string }[];

/** Puts another version beside the installed one and has it upgrade copies of all files; answers those that it could not. */
async function triedWith(
  command: Command,
  file: string,
  { target, data }: { target: string; data: string },
): Promise<Failures> {
  const { askExecutable, stage } = await import("../upgrades/executable.ts");
  const { checkIsNewer, failuresOf, ownerOf } = await import("../upgrades/before_exchange.ts");
  // From where it will lie, which the user of the service can read, too.
  const staged = stage(file, target), as = ownerOf(data), about = await askExecutable(staged, as, file);
  checkIsNewer(about);
  hint(`Balcão ${about.version} is tried on copies of all files`);
  return await failuresOf({
    staged,
    data,
    as,
    files: () => ask(command, "upgrade files", {}, { data }),
    copy: async (id) => (await ask(command, "upgrade copy", { id }, { data })).path,
    progress: ({ done, all }) => void (done % 10 && done < all || hint(`Tried ${done} of ${all} files`)),
  });
}

function unchanged(failures: Failures): string {
  const lines = failures.map(({ name, why }) => `  ${name}: ${why}`);
  return `Nothing was changed. These could not be upgraded:\n${lines.join("\n")}\n` +
    "With --accept-failures they stay closed, and all others are served";
}

async function rollback(flags: RollbackFlags): Promise<void> {
  const { askExecutable, bringBackExecutable, checkPrevious } = await import("../upgrades/executable.ts");
  const { bringBack, lossOf, ownerOf } = await import("../upgrades/before_exchange.ts");
  const { forgetRollback } = await import("../upgrades/half_way.ts");
  const { target, data, service, isService } = await place(flags);
  const previous = checkPrevious(target, Date.now()), as = ownerOf(data), about = await askExecutable(previous, as);
  // What nobody stops here must not be at work.
  if (!isService) lockFolder(data, "rollback").release();
  const loss = lossOf(data, { about, now: Date.now() });
  for (const line of loss.lines) hint(line);
  if (!flags.yes && !confirm(`Go back to Balcão ${about.version}?`)) {
    throw new BadCommand("Nothing was changed: --yes says that you want it");
  }
  await service.stop();
  let failed: Awaited<ReturnType<typeof bringBack>>;
  try {
    failed = await bringBack(data, { about, previous, as, loss });
    bringBackExecutable(target);
    forgetRollback(data);
  } catch (error) {
    await service.start();
    throw error;
  }
  if (flags.json) print(JSON.stringify({ executable: target, version: about.version, failed }));
  else print(`Balcão ${about.version} is back in ${target}`);
  for (const { id, why } of failed) hint(`Company ${id} keeps its newer file, and stays closed: ${why}`);
  await service.start();
}

/**
 * Which executable and which data folder are meant, and the service that runs them, if there is one; refused where the folder
 * is half made, of whichever version it is.
 */
async function place({ data, executable }: Flags) {
  const { EXECUTABLE: INSTALLED, dataIn, UNIT_PATH } = await import("../service/unit.ts");
  const { ownExecutable } = await import("../service/install.ts");
  const { serviceOf } = await import("../service/run_service.ts");
  const unit = await Deno.readTextFile(UNIT_PATH).catch(() => undefined);
  // Another executable than the service's is nothing that systemd knows of.
  const isService = unit !== undefined && (executable === undefined || resolve(executable) === INSTALLED);
  const target = ownExecutable(executable ?? (isService ? INSTALLED : undefined), (name) => Deno.env.get(name));
  const folder = dataFolder(data ?? (isService ? dataIn(unit) : undefined), (name) => Deno.env.get(name));
  refuseUnfinished(folder);
  return { target, data: folder, isService, service: serviceOf(isService, { hint }) };
}

async function checkFile(file: string): Promise<void> {
  const isFile = await Deno.stat(file).then(({ isFile }) => isFile, () => false);
  if (!isFile) throw new NotThere(`There is no file ${file}`);
}
