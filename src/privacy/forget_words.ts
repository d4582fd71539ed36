import { sql } from "drizzle-orm";
import type { Company } from "../platform/company.ts";

/** What finds people and their words. */
const SEARCHES = [
  "contact_search",
  "number_search",
  "message_search",
  "note_search",
  "file_search",
  "schedule_search",
];
/** So many pages are written at once; others have their turn between two (ms). */
const PAGES = 64, PAUSE = 5;

/**
 * Has the searches forget the words of what was deleted: they only mark it so, until the parts that they are in are put
 * together (sqlite.org/fts5.html, "The merge Command").
 */
export async function forgetWords(company: Company): Promise<void> {
  for (const search of SEARCHES) {
    // A negative number begins to put all parts together, a positive one goes on with it.
    for (let isFirst = true;; isFirst = false) {
      const changed = company.write((db) => merge(db, search, isFirst ? -PAGES : PAGES));
      // It says that nothing is left to do by changing less than two rows.
      if (changed < 2) break;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

function merge(db: Parameters<Parameters<Company["write"]>[0]>[0], search: string, pages: number): number {
  const name = sql.identifier(search), total = () => db.all<{ n: number }>(sql`select total_changes() as n`)[0]!.n;
  const before = total();
  db.run(sql`insert into ${name} (${name}, rank) values ('merge', ${pages})`);
  return total() - before;
}
