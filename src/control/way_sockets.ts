import { ignoreMissing } from "../platform/is_there.ts";
import { log } from "../platform/log.ts";

const NAME = /^way-[0-9a-f]{8}\.sock$/;
/** A Unix socket's path has 108 bytes (unix(7)). */
const LONGEST_PATH = 100;
/** What sockets there are, with their paths (proc_pid_net(5)). */
const SOCKETS = "/proc/net/unix";

/** A path for a socket in the data folder, by which a command passes on what the other side of a move says; elsewhere where it would be too long. */
export function newWaySocket(data: string): string {
  const path = `${Deno.realPathSync(data)}/way-${crypto.randomUUID().slice(0, 8)}.sock`;
  if (new TextEncoder().encode(path).length <= LONGEST_PATH) return path;
  return `${Deno.makeTempDirSync({ prefix: "balcao-way-" })}/way.sock`;
}

/**
 * Removes the sockets of commands that were killed. Who listens at one takes whoever connects for the other side, so that it is
 * the system that is asked; where it does not tell, they stay.
 */
export function forgetWaySockets(data: string): void {
  const folder = Deno.realPathSync(data), names = [...Deno.readDirSync(folder)].map(({ name }) => name);
  const sockets = names.filter((name) => NAME.test(name)).map((name) => `${folder}/${name}`);
  if (sockets.length === 0) return;
  const used = pathsInUse();
  for (const path of sockets) if (used && !used.has(path)) remove(path);
}

function pathsInUse(): Set<string> | undefined {
  try {
    return new Set(Deno.readTextFileSync(SOCKETS).split("\n").map((line) => line.slice(line.indexOf(" /") + 1)));
  } catch (error) {
    log.debug("Which sockets are in use cannot be seen", { error });
    return undefined;
  }
}

function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    ignoreMissing(error);
  }
}
