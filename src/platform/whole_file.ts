import { firstBytes, headerOf, isDatabase } from "./file_header.ts";
import { BadFile } from "./migrate.ts";
import { sizeOf } from "./size_of.ts";

/**
 * Says so of a database that is shorter than its first page says: it can be opened, and what is left of it can be served for
 * days until somebody reads what is gone. Where the log has something the file may still be growing.
 * (sqlite.org/fileformat2.html, 1.3: page size at 16, change counter at 24, pages at 28, for which counter they are right at 92)
 */
export function shortageOf(path: string): string | undefined {
  const header = headerOf(path);
  if (!header || sizeOf(`${path}-wal`) > 0) return undefined;
  const pageSize = header.getUint16(16) === 1 ? 65_536 : header.getUint16(16);
  // A program of before 2010 does not write how many there are.
  if (header.getUint32(24) !== header.getUint32(92)) return undefined;
  const said = pageSize * header.getUint32(28), size = sizeOf(path);
  return size < said ? `${path} is cut short: it has ${size} of ${said} bytes` : undefined;
}

/** Why a file is no database, by its first bytes and its size (sqlite.org/fileformat2.html, 1.3), without opening it. */
export function whyNoDatabase(path: string): string | undefined {
  const head = firstBytes(path);
  if (!head) return `${path} is missing, or may not be read`;
  if (head.length === 0) return `${path} is empty`;
  if (!isDatabase(head)) return `${path} is not a database`;
  return shortageOf(path);
}

/** Refuses one, with a BadFile. */
export function checkWhole(path: string): void {
  const shortage = shortageOf(path);
  if (shortage) throw new BadFile(`${shortage}. Restore a backup`);
}
