import { ignoreMissing } from "../platform/is_there.ts";
import type { Chain } from "./table.ts";
import { endOf, HEADER, readHeader, type WalState } from "./wal_frames.ts";

/** Whether this is the log that a position belongs to: emptied, it gets others. */
export function hasSalts(log: Uint8Array, { salts }: WalState): boolean {
  const header = readHeader(log);
  return header?.salts[0] === salts[0] && header.salts[1] === salts[1];
}

/**
 * Whether nobody has moved a file's log into it since its chain was noted, and the log still has what was taken of it: a power cut
 * may have shortened it.
 */
export function isAsLeft(
  { position, fileSize, fileMtime }: Chain,
  { path, wal }: { path: string; wal: { path: string } },
): boolean {
  const now = shapeOf(path);
  if (now.fileSize !== fileSize || now.fileMtime !== fileMtime) return false;
  if (!position) return true;
  const bytes = readFrom(wal.path, 0), header = readHeader(bytes);
  if (!header || !hasSalts(bytes, position)) return false;
  const then = endOf(bytes.subarray(HEADER, position.offset), header);
  return then.offset === position.offset && then.sums[0] === position.sums[0] && then.sums[1] === position.sums[1];
}

/** What changes at every checkpoint, and never else; that of no file where it was deleted under us. */
export function shapeOf(path: string): { fileSize: number; fileMtime: number } {
  try {
    const { size, mtime } = Deno.statSync(path);
    return { fileSize: size, fileMtime: mtime!.getTime() };
  } catch (error) {
    ignoreMissing(error);
    return { fileSize: 0, fileMtime: 0 };
  }
}

/** What a file holds from a byte on, at most so many; nothing where it is not there. */
export function readFrom(path: string, from: number, most = Infinity): Uint8Array {
  let file: Deno.FsFile;
  try {
    file = Deno.openSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return new Uint8Array();
    throw error;
  }
  try {
    const { size } = file.statSync();
    if (size <= from) return new Uint8Array();
    const bytes = new Uint8Array(Math.min(size - from, most));
    file.seekSync(from, Deno.SeekMode.Start);
    let at = 0;
    for (let count; at < bytes.length && (count = file.readSync(bytes.subarray(at))) !== null;) at += count;
    return bytes.subarray(0, at);
  } finally {
    file.close();
  }
}
