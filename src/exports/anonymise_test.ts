import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { contactTable, identityTable } from "../contacts/table.ts";
import { openDbFile } from "../platform/db.ts";
import { migrate, migrationsOf } from "../platform/migrate.ts";
import { twoServers } from "../testing/exports.ts";
import { userTable } from "../users/table.ts";
import { anonymise } from "./anonymise.ts";
import { quickReplyTable } from "../quick_replies/table.ts";
import { tagTable } from "../tags/table.ts";
import { CLASSES, SEARCHES } from "./classes.ts";
import { Disguise } from "./disguise.ts";

/** A new company's file, and what it is made of. */
function aFile() {
  const file = openDbFile(":memory:");
  migrate(file, ":memory:", migrationsOf("company"));
  const all = file.db.all<{ name: string; sql: string }>(
    sql`select name, sql from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
  );
  const searches = all.filter(({ sql }) => /^create virtual table/i.test(sql)).map(({ name }) => name);
  const tables = all.map(({ name }) => name)
    .filter((name) => !searches.some((search) => name === search || name.startsWith(`${search}_`)));
  const columnsOf = (table: string) =>
    file.db.all<{ name: string; notnull: number; type: string }>(sql.raw(`pragma table_info(${table})`));
  return { file, tables, searches, columnsOf };
}

function classOf(classes: object, column: string): string {
  return Object.entries(classes).find(([, columns]) => columns.split(" ").includes(column))![0];
}

function isNumber(mark: string): boolean {
  return Object.entries(CLASSES).some(([table, classes]) =>
    classes !== "empty" &&
    (classes.number ?? "").split(" ").some((column) => mark === `quzzmark${table}${column}`.replaceAll("_", ""))
  );
}

describe("an anonymised copy", () => {
  test("says of every table and column what becomes of it, once", () => {
    const { tables, searches, columnsOf } = aFile();
    expect(Object.keys(CLASSES).toSorted()).toEqual(tables.toSorted());
    expect(Object.keys(SEARCHES).toSorted()).toEqual(searches.toSorted());
    const wrong = tables.flatMap((table) => {
      const classes = CLASSES[table]!;
      if (classes === "empty") return [];
      const said = Object.values(classes).flatMap((columns) => columns.split(" ")).toSorted();
      const found = columnsOf(table).map(({ name }) => name).toSorted();
      return said.join() === found.join() ? [] : [`${table}: ${said} / ${found}`];
    });
    expect(wrong).toEqual([]);
  });

  test("disguises every text in every column that is not kept", () => {
    const { file, tables, columnsOf } = aFile(), marks: string[] = [];
    file.exec("PRAGMA foreign_keys = OFF");
    for (const { name } of file.db.all<{ name: string }>(sql`select name from sqlite_schema where type = 'trigger'`)) {
      file.exec(`drop trigger ${name}`);
    }
    for (const table of tables) {
      const classes = CLASSES[table]!;
      const values = columnsOf(table).map(({ name, type }) => {
        const as = classes === "empty" ? "empty" : classOf(classes, name);
        if (type === "INTEGER") return sql`1`;
        // Its value is a text that somebody has written.
        if (table === "settings" && name === "key") return sql`'botMiss'`;
        const mark = `quzzmark${table}${name}`.replaceAll("_", "");
        if (as !== "keep") marks.push(mark);
        return sql`${
          as === "keep" ? "kept" : as === "json" ? JSON.stringify({ words: mark }) : `${mark} 5511987654321`
        }`;
      });
      file.db.run(sql`insert or replace into ${sql.identifier(table)} values (${sql.join(values, sql`, `)})`);
    }
    expect(marks.length).toBeGreaterThan(100);
    anonymise(file);
    const left = tables.map((table) => JSON.stringify(file.db.all(sql.raw(`select * from ${table}`)))).join("\n");
    // A number says nothing by its letters, which are those of its network.
    expect(marks.filter((mark) => left.includes(mark) && !isNumber(mark))).toEqual([]);
    expect(left).not.toContain("5511987654321");
    expect(left).toContain("kept");
  });

  test("has nobody's name, number, address or words in it, nor any file; what belongs together still does", async () => {
    const { aurora, other, home, ...both } = await twoServers();
    const words = ["mariana", "segredo", "ana@aurora.test", "padaria", "picture-1"];
    const numbers = aurora.read.select({ number: contactTable.number }).from(contactTable).all().map((one) =>
      one.number
    );
    expect(numbers.length).toBeGreaterThan(0);
    await both.export("copy.tar", { isAnonymised: true });
    const bytes = new TextDecoder("latin1").decode(await Deno.readFile(`${home}/copy.tar`)).toLowerCase();
    expect([...words, ...numbers].filter((word) => bytes.includes(word))).toEqual([]);
    const { id, media } = await both.import("copy.tar"), { read } = other.company(id);
    expect(media).toBe(0);
    const users = read.select().from(userTable).all();
    expect(users.length).toBe(aurora.read.select().from(userTable).all().length);
    expect(users.every(({ email }) => email.endsWith("@example.invalid"))).toBe(true);
    for (const { number } of read.select().from(contactTable).all()) {
      expect(number).toMatch(/^(5500|999)\d+$/);
      expect(read.select().from(identityTable).all().map(({ value }) => value)).toContain(number);
    }
    expect(read.all(sql`select state, file from message_media`)).toEqual([{ state: "unavailable", file: null }]);
    const [{ body }] = read.all<{ body: string }>(sql`select body from messages`) as [{ body: string }];
    const word = body.split(" ")[0]!;
    expect(read.all(sql`select rowid from message_search where message_search match ${`"${word}"`}`)).toHaveLength(1);
  });
});

test.each(
  [
    ["text", "Olá, {{firstName}}! São 12h30.", /^\p{Lu}\p{L}{2}, \{\{firstName\}\}! \p{Lu}\p{L}{2} \d\d\p{L}\d\d\.$/u],
    ["text", "Meu número é 5511987654321", /^\p{Lu}\p{L}{2} \p{L}{6} \p{L} 55009[6-9]\d{7}$/u],
    ["number", "5511987654321@s.whatsapp.net", /^55009[6-9]\d{7}@s\.whatsapp\.net$/],
    ["number", "120363041234567890@g.us", /^999\d{15}@g\.us$/],
    ["number", "", /^$/],
    ["email", "ana@aurora.test", /^[a-z]{3}\.[0-9a-f]{8}@example\.invalid$/],
    ["address", "https://hooks.aurora.test/x?token=1", /^https:\/\/example\.invalid\/[0-9a-f]{12}$/],
    [
      "json",
      '{"kind":"image","body":"Bom dia","lat":-23.55,"n":3}',
      /^\{"kind":"image","body":"\p{Lu}\p{L}{2} \p{L}{3}","lat":0,"n":3\}$/u,
    ],
    ["json", "no json", null],
  ] as const,
)("as %s, %s", (as, value, shape) => {
  const disguise = new Disguise(new Uint8Array(32)), made = disguise[as](value);
  if (shape === null) return expect(made).toBeNull();
  expect(made).toMatch(shape);
  // The same is always the same, and nobody without the key makes it.
  expect(disguise[as](value)).toBe(made);
  if (value.length > 5) expect(new Disguise(new Uint8Array(32).fill(1))[as](value)).not.toBe(made);
});

test(
  "names of which there can be only one of each stay apart, however short they are",
  async () => {
    const { aurora, other, ...both } = await twoServers();
    const letters = [..."abcdefghijklmnopqrstuvwxyz"];
    aurora.write((db) => {
      for (const one of letters) {
        db.insert(quickReplyTable).values({ shortcode: one, message: "Oi", userId: 1 }).run();
        db.insert(tagTable).values({ name: one, color: "#111111" }).run();
      }
    });
    await both.export("copy.tar", { isAnonymised: true });
    const { read } = other.company((await both.import("copy.tar")).id);
    expect(read.select().from(quickReplyTable).all()).toHaveLength(26);
    expect(new Set(read.select().from(tagTable).all().map(({ name }) => name)).size).toBe(26);
  },
);

test("no two numbers become one", () => {
  const disguise = new Disguise(new Uint8Array(32));
  const made = Array.from({ length: 50_000 }, (_, nth) => disguise.number(`55119${80_000_000 + nth}`));
  expect(new Set(made).size).toBe(made.length);
});
