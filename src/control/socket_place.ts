import { basename, dirname } from "node:path";
import { log } from "../platform/log.ts";

const NAME = "serve.sock";
/** A Unix socket's path has 108 bytes (unix(7)); some of them are left for others' systems, which have fewer. */
const LONGEST_PATH = 100;
/** How the temporary folders begin in which a socket lies whose data folder has too long a path. */
const PASSING = "balcao-socket-";

interface Place {
  listener: Deno.Listener<Deno.Conn>;
  path: string;
  remove(): void;
}

/**
 * Listens at a socket in the folder, else, where its path is too long or its disk takes none, in a temporary folder of
 * this user's own. The folder's lock is held: what lies there is of a server that died.
 */
export function listenBelow(folder: string): Place | undefined {
  try {
    return listenIn(Deno.realPathSync(folder));
  } catch (error) {
    log.debug("No socket can be made in the data folder", { error });
  }
  for (const dir of [undefined, "/tmp"]) {
    const passing = makePassing(dir);
    if (!passing) continue;
    try {
      return listenIn(passing);
    } catch {
      Deno.removeSync(passing, { recursive: true });
    }
  }
  log.warn("No socket can be made: commands are refused while this server runs");
}

function makePassing(dir: string | undefined): string | undefined {
  try {
    return Deno.makeTempDirSync({ prefix: PASSING, dir });
  } catch {
    return undefined;
  }
}

function listenIn(folder: string): Place {
  const path = `${folder}/${NAME}`;
  if (new TextEncoder().encode(path).length > LONGEST_PATH) throw new Error("The path is too long for a socket");
  removeFile(path);
  const listener = Deno.listen({ transport: "unix", path }) as Deno.Listener<Deno.Conn>;
  Deno.chmodSync(path, 0o600);
  return { listener, path, remove: () => removeSocket(path) };
}

/** Removes a socket that is still there, and the temporary folder that was made for it. */
export function removeSocket(path: string): void {
  removeFile(path);
  const folder = dirname(path);
  if (basename(folder).startsWith(PASSING)) quietly(() => Deno.removeSync(folder));
}

function removeFile(path: string): void {
  quietly(() => {
    if (Deno.lstatSync(path).isSocket) Deno.removeSync(path);
  });
}

/** Somebody may have tidied up before us. */
function quietly(remove: () => void): void {
  try {
    remove();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) log.debug("A socket could not be removed", { error });
  }
}
