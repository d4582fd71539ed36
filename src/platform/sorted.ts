import { asc, desc, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Order } from "../shared/order.ts";

/** Those of Portuguese and Spanish; SQLite takes no more of them at once. */
const ACCENTS = { a: "áàâã", e: "éê", i: "í", o: "óôõ", u: "ú", c: "ç", n: "ñ" };

/** A column in the order of a dictionary, where Á stands with A. */
export function inDictionary(column: string): SQL {
  const pairs = Object.entries(ACCENTS).flatMap(([letter, accented]) =>
    [...accented].flatMap((one) => [one, one.toUpperCase()].map((each) => [each, letter]))
  );
  return sql.raw(
    `lower(${pairs.reduce((text, [accented, letter]) => `replace(${text}, '${accented}', '${letter}')`, column)})`,
  );
}

/** What a list is ordered by: what is null last in either order, what is the same by id, so that pages follow each other. */
export function sortedBy(by: SQL | SQLiteColumn, id: SQLiteColumn, order: Order = "asc"): SQL[] {
  return order === "desc" ? [sql`${by} desc nulls last`, desc(id)] : [sql`${by} asc nulls last`, asc(id)];
}
