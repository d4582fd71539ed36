import { copyStill } from "../platform/copy_still.ts";
import { freeBytes } from "../platform/disk_room.ts";
import { baseKey } from "./keys.ts";
import type { Taker } from "./taker.ts";

/**
 * Copies a file as it stands after a checkpoint, while its log is held: so long the file does not change, whatever is
 * written. A copy that SQLite makes anew has its pages in other
 * places, and no log fits on it. False where that was not possible: `failed` of the taker has heard why.
 */
export async function takeBase(taker: Taker): Promise<boolean> {
  const { companyId, path, wal, taking } = taker, { ledger } = taking;
  if (!isEmptied(taker)) return false;
  const release = wal.hold(), { generation } = taker;
  const key = baseKey(companyId, generation), spool = key.replaceAll("/", "-");
  try {
    await checkRoom(ledger.spool, path);
    const bytes = await copyStill(path, `${ledger.spool}/${spool}`);
    if (bytes === undefined || taker.generation !== generation) {
      await Deno.remove(`${ledger.spool}/${spool}`);
      return false;
    }
    ledger.add({ companyId, key, source: { spool }, bytes, takenAt: taking.now() }, taking.targets());
    taker.hasBase(generation);
    return true;
  } catch (error) {
    await Deno.remove(`${ledger.spool}/${spool}`).catch(() => {});
    taker.failed(error);
    return false;
  } finally {
    release();
  }
}

/** A copy that does not fit would take the room of everybody's pieces as long as it is tried. */
async function checkRoom(spool: string, path: string): Promise<void> {
  const { size } = await Deno.stat(path);
  if (freeBytes(spool) < size) throw new Error(`${spool}: its disk is full (a copy of ${path} takes ${size} bytes)`);
}

function isEmptied(taker: Taker): boolean {
  try {
    return taker.wal.checkpoint();
  } catch (error) {
    taker.failed(error);
    return false;
  }
}
