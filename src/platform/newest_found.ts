import { sql } from "drizzle-orm";
import type { Read } from "./company.ts";
import { prepared, preparedByShape } from "./prepared.ts";
import { folded, MOST_WORDS, prefixQuery, WORD } from "./full_text.ts";

/** A full-text index of one column; the beginnings of its words, three letters long, have an index of their own. */
export interface TextIndex {
  index: string;
  table: string;
  /** Its row's number in the index. */
  id: string;
  column: string;
}

/** So many rows are looked at first, and then at a time; afterwards the index puts all together that it has. */
const FIRST = 200, THEN = 1000, QUICK = 4200;
/** At least one of so many must have the words for the looking to go on. */
const ONE_OF = 20;
const BEGINNING = 3;
const ALL = Number.MAX_SAFE_INTEGER;

/** What was found in one go, newest first. */
export interface Portion {
  ids: number[];
  /** What is older than this id was not looked at; null when nothing is left. */
  rest: number | null;
}

/**
 * The ids of rows that have all words of a search, each as the beginning of one, newest first, at most so many.
 *
 * FTS5 puts all rows together that have a word's beginning before it gives the first: 45 ms for 400,000. The beginnings
 * of three letters it has ready, newest first. So the newest rows with those are read, and their texts looked at here;
 * a word that few of them have is rare, and soon put together.
 */
export function* newestFound(
  db: Read,
  { of, text, most, before = ALL }: { of: TextIndex; text: string; most: number; before?: number },
): Generator<Portion, void> {
  const words = wordsOf(text), beginnings = words && beginningsOf(words), has = words && whatHas(words);
  let looked = 0, left = most;
  for (let size = FIRST; has && looked < QUICK; size = THEN) {
    const rows = candidates(db, of, { beginnings, before, size });
    const ids = rows.filter(([, body]) => has(body)).map(([id]) => id).slice(0, left);
    const isEnd = rows.length < size;
    looked += rows.length;
    left -= ids.length;
    before = left === 0 ? ids.at(-1)! : rows.at(-1)?.[0] ?? before;
    yield { ids, rest: isEnd && left > 0 ? null : before };
    if (isEnd || left === 0) return;
    if (ids.length * ONE_OF < rows.length) break;
  }
  yield* putTogether(db, { of, text, most: left, before });
}

function* putTogether(
  db: Read,
  { of, text, most, before }: { of: TextIndex; text: string; most: number; before: number },
): Generator<Portion, void> {
  const words = prefixQuery(text);
  const ids = words ? inList<number>(matches(db, of, { words, before, size: most })) : [];
  for (let from = 0; from === 0 || from < ids.length; from += THEN) {
    const some = ids.slice(from, from + THEN), isEnd = from + THEN >= ids.length && ids.length < most;
    yield { ids: some, rest: isEnd ? null : some.at(-1)! };
  }
}

type Candidate = [id: number, body: string];

function candidates(
  db: Read,
  of: TextIndex,
  values: { beginnings: string | undefined; before: number; size: number },
): Candidate[] {
  return inList(values.beginnings ? withBeginnings(db, of, values) : newest(db, of, values));
}

const withBeginnings = preparedByShape((db, { index, table, id, column }: TextIndex) =>
  db.select({ rows: sql<string>`json_group_array(json_array(found.rowid, ${sql.raw(`${table}.${column}`)}))` }).from(
    sql`(select rowid from ${sql.raw(index)} where ${sql.raw(index)} match ${prepared.arg("beginnings")}
        and rowid < ${prepared.arg("before")} order by rowid desc limit ${prepared.arg("size")}) as found
      cross join ${sql.raw(table)} on ${sql.raw(`${table}.${id}`)} = found.rowid`,
  ).prepare()
);

/** For words of one or two letters, which so many have that the newest rows serve as well. */
const newest = preparedByShape((db, { table, id, column }: TextIndex) =>
  db.select({ rows: sql<string>`json_group_array(json_array(id, text))` }).from(
    sql`(select ${sql.raw(id)} as id, ${sql.raw(column)} as text from ${sql.raw(table)}
      where ${sql.raw(id)} < ${prepared.arg("before")} order by ${sql.raw(id)} desc limit ${prepared.arg("size")})`,
  ).prepare()
);

const matches = preparedByShape((db, { index }: TextIndex) =>
  db.select({ rows: sql<string>`json_group_array(rowid)` }).from(
    sql`(select rowid from ${sql.raw(index)} where ${sql.raw(index)} match ${prepared.arg("words")}
      and rowid < ${prepared.arg("before")} order by rowid desc limit ${prepared.arg("size")})`,
  ).prepare()
);

function inList<T>([row]: { rows: string }[]): T[] {
  return JSON.parse(row!.rows);
}

/** As the index folds them; nothing for words whose letters it may see otherwise than we do. */
function wordsOf(text: string): string[] | undefined {
  const words = folded(text.normalize("NFKC")).match(WORD)?.slice(0, MOST_WORDS);
  return words?.every((word) => /^[a-z0-9]+$/.test(word)) ? words : undefined;
}

/** An FTS5 query that the index of beginnings answers by itself. */
function beginningsOf(words: string[]): string | undefined {
  const long = words.filter((word) => word.length >= BEGINNING);
  return long.map((word) => `"${word.slice(0, BEGINNING)}"*`).join(" ") || undefined;
}

/** Whether a text has all words, each as the beginning of one. */
function whatHas(words: string[]): (text: string) => boolean {
  // As they are asked for they stand in most of the texts; to fold one takes five times as long as to look.
  const asAsked = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${word}`, "iu"));
  const hasFolded = (text: string) => {
    const there = folded(text).match(WORD) ?? [];
    return words.every((word) => there.some((each) => each.startsWith(word)));
  };
  return (text) => asAsked.every((word) => word.test(text)) || hasFolded(text);
}
