import { Buffer } from "node:buffer";
import { sql } from "drizzle-orm";
import { blank, blankList, blankTree, isTree, type Layout, MOST_PAGES, overflowsOf } from "../platform/free_bytes.ts";
import type { Company, Read, Write } from "../platform/company.ts";
import { log } from "../platform/log.ts";

interface Free {
  /** Pages that say which others are free. */
  lists: Set<number>;
  leaves: Set<number>;
}

/** So many pages are looked at in one go; others have their turn between two. */
const PAGES = 32;

/**
 * Writes zeros over whatever the company's file still has in free places. SQLite does that for a row when it deletes it
 * (`secure_delete`), but not where that row lay before its page was divided or joined, nor behind the end of what is shorter now,
 * nor in pages that are free. Each page is written by a transaction as any other, so backups take it along.
 */
export async function writeOver(company: Company): Promise<void> {
  const pages = one(company.latest, "page_count");
  // It has neither been made so, nor are there files of that size.
  if (one(company.latest, "auto_vacuum") !== 0 || pages >= MOST_PAGES) {
    log.warn("What was deleted could not be written over: its file has another layout", { company: company.id });
    return;
  }
  // First what is free as a whole: a page that is taken from there has nothing of old then.
  let free = freePages(company.latest), known = company.writes;
  const all = Array.from({ length: pages }, (_, nth) => nth + 1);
  for (const some of [...inParts([...free.leaves]), ...inParts(all)]) {
    if (company.writes !== known) [free, known] = [freePages(company.latest), company.writes];
    if (remainsIn(company.latest, some, free).size > 0) {
      company.write((db) => {
        for (const [page, bytes] of remainsIn(db, some, free)) writePage(db, page, bytes);
      });
      // It has changed nothing of what is free.
      if (company.writes === known + 1) known++;
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** The pages among these, and what they lead to, that have something in free places, as they are without it. */
function remainsIn(db: Read, numbers: number[], { leaves, lists }: Free): Map<number, Buffer> {
  const first = pagesIn(db, [1]).get(1)!, layout = { usable: first.length - first[20]! };
  const pages = pagesIn(db, numbers), remains = new Map<number, Buffer>();
  for (const [number, page] of pages) {
    if (leaves.has(number)) {
      if (blank(page, 0, page.length)) remains.set(number, page);
    } else if (lists.has(number)) {
      if (blankList(page, layout)) remains.set(number, page);
    } else if (isTree(page, number)) {
      if (blankTree(page, number, layout)) remains.set(number, page);
      for (const overflow of overflowsOf(page, number, layout)) {
        const end = endOf(db, overflow, layout);
        if (end && blank(end.page, end.at, layout.usable)) remains.set(end.number, end.page);
      }
    }
  }
  return remains;
}

/** The last of the pages in which something goes on, and where it ends in it. */
function endOf(db: Read, { page: first, size }: { page: number; size: number }, { usable }: Layout) {
  let number = first, left = size;
  for (;;) {
    const page = pagesIn(db, [number]).get(number);
    if (!page) return undefined;
    if (left <= usable - 4) return { number, page, at: 4 + left };
    left -= usable - 4;
    number = page.readUInt32BE(0);
  }
}

function freePages(db: Read): Free {
  const first = pagesIn(db, [1]).get(1)!, lists = new Set<number>(), leaves = new Set<number>();
  for (let number = first.readUInt32BE(32); number !== 0 && !lists.has(number);) {
    lists.add(number);
    const page = pagesIn(db, [number]).get(number);
    if (!page) break;
    for (let nth = 0; nth < page.readUInt32BE(4); nth++) leaves.add(page.readUInt32BE(8 + 4 * nth));
    number = page.readUInt32BE(0);
  }
  return { lists, leaves };
}

function pagesIn(db: Read, numbers: number[]): Map<number, Buffer> {
  const rows = db.all<{ pgno: number; data: Uint8Array }>(
    sql`select pgno, data from json_each(${JSON.stringify(numbers)}) cross join sqlite_dbpage on pgno = value`,
  );
  return new Map(rows.map(({ pgno, data }) => [pgno, Buffer.from(data)]));
}

function writePage(db: Write, number: number, bytes: Buffer): void {
  db.run(sql`update sqlite_dbpage set data = ${bytes} where pgno = ${number}`);
}

function one(db: Read, pragma: string): number {
  return Number(Object.values(db.all<Record<string, number>>(sql.raw(`pragma ${pragma}`))[0]!)[0]);
}

function* inParts(numbers: number[]): Generator<number[]> {
  for (let from = 0; from < numbers.length; from += PAGES) yield numbers.slice(from, from + PAGES);
}
