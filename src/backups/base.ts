import { copyStill } from "../platform/copy_still.ts";
import { baseKey } from "./keys.ts";
import type { Taker } from "./taker.ts";

/**
 * Copies a file as it stands after a checkpoint, while its log is held: so long the file does not change, whatever is
 * written. A copy that SQLite makes anew has its pages in other
 * places, and no log fits on it.
 */
export async function takeBase(taker: Taker): Promise<boolean> {
  const { companyId, path, wal, taking } = taker, { ledger } = taking;
  if (!isEmptied(taker)) return false;
  const release = wal.hold(), { generation } = taker;
  const key = baseKey(companyId, generation), spool = key.replaceAll("/", "-");
  try {
    const bytes = await copyStill(path, `${ledger.spool}/${spool}`);
    if (bytes === undefined || taker.generation !== generation) {
      await Deno.remove(`${ledger.spool}/${spool}`);
      return false;
    }
    ledger.add({ companyId, key, source: { spool }, bytes, takenAt: taking.now() }, taking.targets());
    taker.hasBase(generation);
    taking.failing.taken(companyId, "file");
    return true;
  } catch (error) {
    await Deno.remove(`${ledger.spool}/${spool}`).catch(() => {});
    taking.failing.failed(companyId, "file", error);
    return false;
  } finally {
    release();
  }
}

function isEmptied({ companyId, wal, taking }: Taker): boolean {
  try {
    return wal.checkpoint();
  } catch (error) {
    taking.failing.failed(companyId, "file", error);
    return false;
  }
}
