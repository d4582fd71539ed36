import { openBeside } from "./beside.ts";

const MAGIC = "SQLite format 3\0";
/** Bytes of a database's header, and where it has `user_version` (sqlite.org/fileformat2.html, 1.3). */
const HEADER = 100, VERSION_AT = 60;

/** A file's first hundred bytes, or as many as there are; nothing where there is no file, or it may not be read. */
export function firstBytes(path: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const beside = openBeside(path), bytes = new Uint8Array(HEADER);
    try {
      return bytes.subarray(0, beside.read(bytes) ?? 0);
    } finally {
      beside.giveBack();
    }
  } catch {
    return undefined;
  }
}

export function isDatabase(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, MAGIC.length)) === MAGIC;
}

/** A database's header; nothing where there is none: whoever opens the file says so. */
export function headerOf(path: string): DataView | undefined {
  const bytes = firstBytes(path);
  return bytes?.length === HEADER && isDatabase(bytes) ? new DataView(bytes.buffer) : undefined;
}

/**
 * The schema of a file as its first page says, without opening it; nothing where there is no such file. It may be newer in
 * the file's log.
 */
export function schemaOf(path: string): number | undefined {
  return headerOf(path)?.getUint32(VERSION_AT);
}
