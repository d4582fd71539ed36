import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { aBalcao } from "../testing/fixtures.ts";
import type { Read } from "./company.ts";
import { prepared } from "./prepared.ts";
import { bindable, brokenUnique, isDiskFull, openDbFile } from "./db.ts";

describe("what reaches the database", () => {
  // libsql ends the process on a boolean or a Date, and cuts a text at its first NUL.
  const taken: [value: unknown, stored: unknown][] = [
    ["Olá 👋", "Olá 👋"],
    ["before\u0000after", "beforeafter"],
    [7, 7n],
    [-0, 0n],
    [1.5, 1.5],
    [2 ** 53, 2 ** 53],
    [true, 1n],
    [false, 0n],
    [null, null],
    [new Date(5), 5n],
    [10n, 10n],
  ];
  test("is a value that libsql takes without harm", () => {
    for (const [value, stored] of taken) expect(bindable(value), String(value)).toEqual(stored);
  });

  test.each([[undefined], [NaN], [Infinity], [{}], [[1]], [() => 1], [Symbol("x")]])(
    "%s is refused with an error that can be caught",
    (value) => expect(() => bindable(value)).toThrow(TypeError),
  );

  test("what goes in comes out, through a real file", async () => {
    const file = openDbFile(`${await Deno.makeTempDir()}/a.db`);
    file.exec("create table t (a)");
    for (const value of ["x".repeat(131_072), "🧁".repeat(50), "\u202Egnp.exe", -1, 0.25, null, Uint8Array.of(0, 1)]) {
      file.db.run(sql`delete from t`);
      file.db.run(sql`insert into t values (${value})`);
      const { a } = file.db.all<{ a: unknown }>(sql`select a from t`)[0]!;
      expect(a instanceof ArrayBuffer ? new Uint8Array(a) : a).toEqual(value);
    }
    file.close();
  });
});

describe("the first row alone", () => {
  test("is the same as the first of all, whatever is in it; there may be none", async () => {
    const file = openDbFile(`${await Deno.makeTempDir()}/a.db`);
    const all = prepared((db) =>
      db.select({
        ...{ text: sql`'Olá 👋' || ${prepared.arg("nth")}`, empty: sql`''`, none: sql`null`, part: sql`0.25` },
        ...{ whole: sql`-7`, large: sql`9007199254740991`, bytes: sql`x'0001ff'`, nth: sql<number>`value` },
      }).from(sql`json_each('[1,2,3]')`).where(sql`value >= ${prepared.arg("nth")}`).prepare()
    );
    const db = file.db as Read;
    // Each after the other, and with other values than before.
    for (const nth of [1, 3, 4, 2, 2, 4, 1]) {
      expect(all.one(db, { nth })).toEqual(all(db, { nth })[0]);
      expect(all.one(db, { nth: 3 })?.nth).toBe(3);
    }
    expect(all.one(db, { nth: 1 })).toMatchObject({ text: "Olá 👋1", large: Number.MAX_SAFE_INTEGER, nth: 1 });
    file.close();
  });

  test("leaves nothing open: what others write is seen, and their log can be emptied", async () => {
    const path = `${await Deno.makeTempDir()}/a.db`, file = openDbFile(path), other = openDbFile(path);
    file.exec("create table t (a); insert into t values (1), (2), (3)");
    const first = () => file.db.select({ a: sql`a` }).from(sql`t`).get();
    const changed = () => file.db.get(sql`update t set a = a + 1 returning a`);
    expect([first(), changed(), first()]).toMatchObject([{ a: 1 }, { a: 2 }, { a: 2 }]);
    other.exec("insert into t values (4)");
    expect(other.one("pragma wal_checkpoint(truncate)")).toMatchObject({ busy: 0 });
    expect(file.db.select({ count: sql`count(*)` }).from(sql`t`).get()).toEqual({ count: 4 });
    expect(file.db.all(sql`select a from t`)).toMatchObject([{ a: 2 }, { a: 3 }, { a: 4 }, { a: 4 }]);
    [file, other].forEach((one) => one.close());
  });

  test("comes also after the same question has failed", async () => {
    const file = openDbFile(`${await Deno.makeTempDir()}/a.db`);
    file.exec("create table t (a check (a > 0))");
    const put = (a: number) => file.db.get(sql`insert into t values (${a}) returning a`);
    expect(() => put(-1)).toThrow("CHECK constraint failed");
    expect(put(2)).toMatchObject({ a: 2 });
    file.close();
  });
});

test("a reader cannot write, whatever it is asked", async () => {
  const { aurora, close } = await aBalcao();
  // @ts-expect-error -- reads read
  expect(() => aurora.read.insert).not.toThrow();
  const sly = aurora.read as unknown as { run(what: unknown): void };
  expect(() => sly.run(sql`update users set name = 'Zé'`)).toThrow();
  expect(() => sly.run(sql`drop table users`)).toThrow();
  await close();
});

test("a full disk and a taken name are told from other errors, however deep they lie", () => {
  const full = Object.assign(new Error("x"), { code: "SQLITE_FULL" });
  expect(isDiskFull(full)).toBe(true);
  expect(isDiskFull(new Error("Failed query", { cause: full }))).toBe(true);
  expect(isDiskFull(Object.assign(new Error("write"), { code: "ENOSPC" }))).toBe(true);
  expect(isDiskFull(new Error("database is locked"))).toBe(false);
  expect(isDiskFull("no error at all")).toBe(false);
  const taken = new Error("UNIQUE constraint failed: connections.name");
  expect(brokenUnique(new Error("Failed query", { cause: taken }))).toBe("connections.name");
  expect(brokenUnique(new Error("FOREIGN KEY constraint failed"))).toBeUndefined();
});
