import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { chanceFrom } from "../testing/fuzz.ts";
import { MESSAGE_INDEX as of } from "../tickets/list.ts";
import { prefixQuery } from "./full_text.ts";
import { newestFound } from "./newest_found.ts";

/** Said by nearly everybody, by every tenth, by every hundredth, once, and at the very beginning alone. */
const LINES = 7000;

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => {
  balcao = await aBalcao();
  const { below, one: some } = chanceFrom(7);
  const words = (nth: number) => [
    some(["número", "Numeros", "NUMERO", "numa"]),
    ...(below(10) === 0 ? ["encomenda"] : ["enc"]),
    ...(below(100) === 0 ? ["numismática"] : []),
    ...(nth === 77 ? ["única"] : []),
    ...(nth < 300 ? ["antiga"] : []),
    some(["a", "à", "de", "42", "№", "日本", "caffe\u0300", "ﬁm"]),
  ];
  balcao.aurora.write((db) => {
    const { id } = aTicket(db, { name: "Rita", status: "open" });
    const lines = JSON.stringify(Array.from({ length: LINES }, (_, nth) => words(nth).join(" ")));
    db.run(
      sql`insert into messages (ticket_id, contact_id, connection_id, chat, wid, from_me, body, kind, created_at)
      select ${id}, 1, 1, 'x', 'N' || key, 0, value, 'text', key from json_each(${lines})`,
    );
  });
});
afterAll(async () => await balcao.close());

function plain(text: string, before: number): number[] {
  return balcao.aurora.read.all<{ id: number }>(sql`select rowid as id from message_search
    where message_search match ${prefixQuery(text)} and rowid < ${before} order by rowid desc`).map(({ id }) => id);
}

function found(text: string, most = LINES * 2, before?: number) {
  const portions = [...newestFound(balcao.aurora.read, { of, text, most, before })];
  return { ids: portions.flatMap(({ ids }) => ids), rest: portions.at(-1)!.rest };
}

test.each([
  "numero",
  "num",
  "nu",
  "a",
  "enco",
  "encomenda numero",
  "NUMISM",
  "unica",
  "antiga",
  "antiga enco",
  "de numeros",
  "café",
  "caffe",
  "日本",
  "fim",
  "42",
  "nenhuma",
  "numero 日本",
])("%j finds what the index finds, newest first", (text) => {
  const all = plain(text, LINES * 9);
  expect(found(text)).toEqual({ ids: all, rest: null });
  const middle = all[Math.floor(all.length / 2)] ?? LINES;
  expect(found(text, LINES * 2, middle).ids).toEqual(plain(text, middle));
});

test.each(["numero", "encomenda", "numismatica", "a", "日本"])("%j, a few at a time", (text) => {
  const all = plain(text, LINES * 9), ids: number[] = [];
  let rest: number | null | undefined;
  while (rest !== null) {
    const some = found(text, 50, rest);
    expect(some.ids.length).toBe(Math.min(50, all.length - ids.length));
    ids.push(...some.ids);
    rest = some.rest;
  }
  expect(ids).toEqual(all);
});
