import { openBeside } from "./beside.ts";
import { withFile, writeAll } from "./with_file.ts";

/** How much (bytes) is copied at once: others have their turn while it is written. */
const PIECE = 262_144;

/**
 * Copies a file that its writer holds still (`Wal.hold`); bytes, or nothing where it changed nevertheless: whoever closes it
 * empties its log into it, and half of the copy would be of another time.
 */
export async function copyStill(from: string, to: string, signal?: AbortSignal): Promise<number | undefined> {
  const before = shapeOf(from), bytes = await copied(from, to, signal);
  return shapeOf(from) === before ? bytes : undefined;
}

async function copied(from: string, to: string, signal?: AbortSignal): Promise<number> {
  const source = openBeside(from);
  try {
    return await withFile(to, { write: true, create: true, truncate: true, mode: 0o600 }, async (target) => {
      const room = new Uint8Array(PIECE);
      let size = 0;
      for (let count; (count = source.read(room)) !== null; size += count) {
        signal?.throwIfAborted();
        await writeAll(target, room.subarray(0, count));
      }
      return size;
    });
  } finally {
    source.giveBack();
  }
}

function shapeOf(path: string): string {
  const { size, mtime } = Deno.statSync(path);
  return `${size} ${mtime?.getTime()}`;
}
