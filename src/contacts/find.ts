import { type SQL, sql } from "drizzle-orm";
import { numberParts } from "../shared/number_search.ts";
import { prepared } from "../platform/prepared.ts";
import { prefixQuery } from "../platform/full_text.ts";

/** A search as the indexes understand it: FTS5 queries, empty where the search has no such part. */
export interface ContactSearch {
  /** All of it as beginnings of words of a name or number. */
  words: string;
  /** Its digits, anywhere within a number. */
  digits: string;
  /** What stands beside the digits, which the name must have. */
  beside: string;
}

/** Nothing when the search has neither a word nor a digit. */
export function contactSearch(text: string): ContactSearch | undefined {
  const words = prefixQuery(text);
  if (!words) return undefined;
  const number = numberParts(text);
  if (!number) return { words, digits: NONE, beside: NONE };
  const runs = number.runs.map((run) => `"${run}"`).join(" ");
  const whole = number.whole && `"${number.whole}"`;
  return {
    words,
    digits: [whole, runs && `(${runs})`].filter(Boolean).join(" OR "),
    beside: prefixQuery(number.words.join(" ")) ?? NONE,
  };
}

/** An FTS5 query that finds nothing. */
const NONE = '""';

/** The ids of the contacts with all words of the search, or with its digits somewhere in one of their numbers. */
export function contactIdsFound({ words, digits, beside }: ContactSearch): SQL {
  return idsFound(sql`${words}`, sql`${digits}`, sql`${beside}`);
}

/** The same for a prepared statement, whose arguments are the fields of a ContactSearch. */
export const HOT_CONTACT_IDS = idsFound(
  sql`${prepared.arg("words")}`,
  sql`${prepared.arg("digits")}`,
  sql`${prepared.arg("beside")}`,
);

function idsFound(words: SQL, digits: SQL, beside: SQL): SQL {
  return sql`select rowid from contact_search where contact_search match ${words}
    union select contact_id from contact_numbers
      where id in (select rowid from number_search where number_search match ${digits})
      and (${beside} = ${NONE} or contact_id in (select rowid from contact_search where contact_search match ${beside}))`;
}
