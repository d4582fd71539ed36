import { Buffer } from "node:buffer";

/** How a file's pages are laid out (sqlite.org/fileformat2.html). */
export interface Layout {
  /** Bytes of a page that SQLite uses. */
  usable: number;
}

/** Where content goes on that has no room in its page, and how many bytes of it lie elsewhere. */
export interface Overflow {
  page: number;
  size: number;
}

/** From then on (pages) the first byte of a page does not say any more what it is. */
export const MOST_PAGES = 2 ** 24;

const INDEX_INTERIOR = 2, TABLE_INTERIOR = 5, INDEX_LEAF = 10, TABLE_LEAF = 13;
const KINDS = [INDEX_INTERIOR, TABLE_INTERIOR, INDEX_LEAF, TABLE_LEAF];

/** Whether it is a page of a table or an index; free pages may look like one. */
export function isTree(page: Buffer, number: number): boolean {
  return KINDS.includes(page[headOf(number)]!);
}

/** Zeroes what a page of a table or an index has in its free places; answers whether there was anything. */
export function blankTree(page: Buffer, number: number, { usable }: Layout): boolean {
  const head = headOf(number), content = page.readUInt16BE(head + 5) || 65536;
  const free: [number, number][] = [[cellsFrom(page, head) + 2 * page.readUInt16BE(head + 3), content]];
  for (let at = page.readUInt16BE(head + 1); at !== 0;) {
    const next = page.readUInt16BE(at), size = page.readUInt16BE(at + 2);
    if (at < content || at + size > usable || (next !== 0 && next <= at)) return false;
    free.push([at + 4, at + size]);
    at = next;
  }
  // What does not look as it should is left to whoever finds damage.
  if (content > usable || free[0]![0] > content) return false;
  return free.map(([from, to]) => blank(page, from, to)).includes(true);
}

/** What lies in other pages of the content of this one. */
export function overflowsOf(page: Buffer, number: number, { usable }: Layout): Overflow[] {
  const head = headOf(number), kind = page[head]!, cells = cellsFrom(page, head), found: Overflow[] = [];
  if (kind === TABLE_INTERIOR) return [];
  const least = Math.floor((usable - 12) * 32 / 255) - 23;
  const most = kind === TABLE_LEAF ? usable - 35 : Math.floor((usable - 12) * 64 / 255) - 23;
  const count = page.readUInt16BE(head + 3);
  for (let nth = 0; nth < count && cells + 2 * count <= usable; nth++) {
    const start = page.readUInt16BE(cells + 2 * nth) + (kind === INDEX_INTERIOR ? 4 : 0);
    const [size, afterSize] = varint(page, start);
    if (size <= most) continue;
    const at = kind === TABLE_LEAF ? varint(page, afterSize)[1] : afterSize;
    const some = least + (size - least) % (usable - 4), here = some <= most ? some : least;
    if (at + here + 4 > usable) continue;
    found.push({ page: page.readUInt32BE(at + here), size: size - here });
  }
  return found;
}

/** Zeroes what a list of free pages has behind its last one. */
export function blankList(page: Buffer, { usable }: Layout): boolean {
  return blank(page, 8 + 4 * page.readUInt32BE(4), usable);
}

export function blank(page: Buffer, from: number, to: number): boolean {
  if (to <= from || page.subarray(from, to).equals(zeros(to - from))) return false;
  page.fill(0, from, to);
  return true;
}

let nothing = Buffer.alloc(4096);

function zeros(length: number): Buffer {
  if (nothing.length < length) nothing = Buffer.alloc(length);
  return nothing.subarray(0, length);
}

/** The first page begins with the file's own head. */
function headOf(number: number): number {
  return number === 1 ? 100 : 0;
}

function cellsFrom(page: Buffer, head: number): number {
  return head + (page[head]! >= INDEX_LEAF ? 8 : 12);
}

/** A number as SQLite writes it, and where it ends. */
function varint(page: Buffer, at: number): [number, number] {
  let value = 0;
  for (let nth = 0; nth < 8; nth++) {
    const byte = page[at + nth]!;
    value = value * 128 + (byte & 127);
    if (byte < 128) return [value, at + nth + 1];
  }
  return [value * 256 + page[at + 8]!, at + 9];
}
