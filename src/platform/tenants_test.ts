import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { addQueue, listQueues } from "../queues/queues.ts";
import { ROOT } from "../root.ts";
import { aBalcao, aDataFolder } from "../testing/fixtures.ts";
import { passTime } from "../testing/pass_time.ts";
import { openDbFile } from "./db.ts";
import { BadFile, migrate, migrationsIn } from "./migrate.ts";
import { Tenants } from "./tenants.ts";
import { checkWhole } from "./whole_file.ts";

const MIGRATIONS = migrationsIn(`${ROOT}/migrations/company`);
const AURORA = 2, NORTE = 3;

let folder: string;
beforeEach(async () => void (folder = await aDataFolder()));
afterEach(async () => await Deno.remove(folder, { recursive: true }));

function versionOf(path: string): number {
  const file = openDbFile(path);
  const version = Number(file.one("PRAGMA user_version")?.user_version);
  file.close();
  return version;
}

/** Norte's file as an earlier version of the program left it. */
function anOldFile(upTo: number): string {
  const path = `${folder}/${NORTE}/company.db`;
  Deno.removeSync(path);
  const file = openDbFile(path);
  migrate(file, path, MIGRATIONS.filter(({ number }) => number <= upTo));
  file.exec("insert into queues (name, color) values ('Funilaria', '#111111')");
  file.close();
  return path;
}

test("a file of an earlier version is brought up to date when it is opened, after a copy was made", () => {
  const path = anOldFile(2);
  const tenants = new Tenants(folder);
  expect(listQueues(tenants.company(NORTE).read)).toMatchObject([{ name: "Funilaria" }]);
  tenants.close();
  expect(versionOf(path)).toBe(MIGRATIONS.at(-1)!.number);
  const copy = openDbFile(`${folder}/${NORTE}/company.before-3.db`);
  expect(copy.one("PRAGMA user_version")).toEqual({ user_version: 2 });
  expect(copy.one("select name from queues")).toEqual({ name: "Funilaria" });
  copy.close();
  const again = new Tenants(folder);
  expect(listQueues(again.company(NORTE).read)).toHaveLength(1);
  again.close();
});

test("an upgrade that fails leaves the file as it was, and says which step it was", () => {
  const path = anOldFile(2);
  const file = openDbFile(path);
  const steps = [...MIGRATIONS.slice(0, 3), { number: 4, name: "0004_bad.sql", sql: "create table x (a); nonsense" }];
  expect(() => migrate(file, path, steps)).toThrow(`${path} could not be brought from schema 3 to 0004_bad.sql`);
  expect(file.one("PRAGMA user_version")).toEqual({ user_version: 3 });
  expect(file.one("select name from sqlite_master where name = 'x'")).toBeUndefined();
  file.close();
});

describe("a file that cannot be served", () => {
  const path = () => `${folder}/${NORTE}/company.db`;
  const harms: [string, () => void, string][] = [
    ["it is of a newer version", () => {
      const file = openDbFile(path());
      file.exec("PRAGMA user_version = 99");
      file.close();
    }, "has schema 99, this program knows"],
    ["it is damaged", () => Deno.writeFileSync(path(), new Uint8Array(5000).fill(66)), "cannot be opened"],
    ["it was emptied", () => Deno.truncateSync(path(), 0), "is empty: restore a backup"],
    ["it is missing", () => Deno.removeSync(path()), "is missing: restore a backup"],
    ["it is a folder", () => {
      Deno.removeSync(path());
      Deno.mkdirSync(path());
    }, "cannot be opened"],
  ];
  test.each(harms)("%s: it is named, and the other companies are served", (_, harm, words) => {
    harm();
    const tenants = new Tenants(folder);
    expect(tenants.checkAll().map(({ id }) => id)).toEqual([1, AURORA]);
    expect([...tenants.quarantine]).toEqual([[NORTE, expect.stringContaining(words)]]);
    expect(tenants.quarantine.get(NORTE)).toContain(path());
    expect(listQueues(tenants.company(AURORA).read)).toHaveLength(3);
    expect(() => tenants.company(NORTE).read).toThrow("ERR_COMPANY_UNAVAILABLE");
    expect(() => tenants.company(NORTE).write(() => 1)).toThrow("ERR_COMPANY_UNAVAILABLE");
    tenants.close();
  });

  test("a file that lacks its end is not served, however little that is; what is still in its log is no lack", () => {
    const path = `${folder}/${NORTE}/company.db`, { size } = Deno.statSync(path);
    const before = new Tenants(folder), copy = `${folder}/copy.db`;
    before.company(NORTE).write((db) => void addQueue(db, { name: "Longa", color: "#123456" }));
    for (const ending of ["", "-wal"]) Deno.copyFileSync(`${path}${ending}`, `${copy}${ending}`);
    before.close();
    Deno.truncateSync(copy, size - 4096);
    checkWhole(copy);
    Deno.removeSync(`${copy}-wal`);
    expect(() => checkWhole(copy)).toThrow(`${copy} is cut short`);
    Deno.truncateSync(path, size - 1);
    const tenants = new Tenants(folder);
    expect(() => tenants.company(NORTE).read).toThrow("ERR_COMPANY_UNAVAILABLE");
    expect(tenants.quarantine.get(NORTE)).toMatch(
      /company\.db is cut short: it has \d+ of \d+ bytes\. Restore a backup$/,
    );
    expect(listQueues(tenants.company(AURORA).read)).toHaveLength(3);
    tenants.close();
  });

  test("its people are told so, and the neighbours notice nothing", async () => {
    const balcao = await aBalcao((folder) => Deno.truncateSync(`${folder}/${NORTE}/company.db`, 0));
    const form = { email: "nina@norte.test", password: DEMO_PASSWORD };
    expect(await balcao.as(undefined)("POST", "/auth/login", form)).toMatchObject({
      status: 503,
      body: { error: "ERR_COMPANY_UNAVAILABLE" },
    });
    expect((await balcao.as("ana@aurora.test")("GET", "/queue")).status).toBe(200);
    expect((await balcao.as("super@balcao.test")("GET", "/health")).body).toMatchObject({
      companies: 3,
      quarantined: { [NORTE]: expect.stringContaining("is empty") },
    });
    await balcao.close();
  });
});

test.each([
  ["the folder is a file", (folder: string) => {
    Deno.removeSync(folder, { recursive: true });
    Deno.writeTextFileSync(folder, "x");
  }],
  ["the provider's file is damaged", (folder: string) => {
    Deno.writeFileSync(`${folder}/provider.db`, new Uint8Array(5000).fill(66));
  }],
  ["the key is damaged", (folder: string) => Deno.writeTextFileSync(`${folder}/server.key`, "x")],
])("a data folder that cannot be used is named: %s", (_, harm) => {
  harm(folder);
  expect(() => new Tenants(folder)).toThrow(BadFile);
  expect(() => new Tenants(folder)).toThrow(folder);
});

test("companies beyond the limit are closed and opened again without anybody noticing", () => {
  const tenants = new Tenants(folder, 1);
  const aurora = tenants.company(AURORA), norte = tenants.company(NORTE);
  for (let nth = 0; nth < 3; nth++) {
    aurora.write((db) => void addQueue(db, { name: `Fila ${nth}`, color: `#00000${nth}` }));
    expect(listQueues(norte.read)).toHaveLength(1);
    expect(tenants.openCount).toBe(1);
  }
  expect(listQueues(aurora.read)).toHaveLength(6);
  expect(tenants.company(AURORA)).toBe(aurora);
  tenants.close();
});

test("files that nobody has needed for a while are closed, and opened again without anybody noticing", async () => {
  const tenants = new Tenants(folder);
  tenants.checkAll();
  passTime(1);
  const since = Date.now(), aurora = tenants.company(AURORA);
  expect(listQueues(aurora.read)).toHaveLength(3);
  tenants.closeUnused(since);
  expect(tenants.openCount).toBe(1);
  expect(listQueues(tenants.company(NORTE).read)).toHaveLength(1);
  tenants.closeBeyond(1);
  expect(tenants.openCount).toBe(1);
  expect(listQueues(aurora.read)).toHaveLength(3);
  tenants.close();
});

test("a new company has a folder of its own, for its owner only", () => {
  const tenants = new Tenants(folder);
  tenants.found(9).write((db) => void addQueue(db, { name: "Só", color: "#000000" }));
  expect(tenants.ids()).toEqual([1, AURORA, NORTE, 9]);
  expect(Deno.statSync(`${folder}/9`).mode! & 0o077).toBe(0);
  expect(listQueues(tenants.company(NORTE).read)).toHaveLength(1);
  tenants.close();
});

describe("who waits for the disk while a file is closed", () => {
  /** A company that was written to, whose disk takes its time. */
  function anAwaited() {
    let synced = () => {};
    const slowly = new Promise<void>((resolve) => synced = resolve);
    const disk = vi.spyOn(Deno.FsFile.prototype, "syncData").mockReturnValue(slowly);
    const tenants = new Tenants(folder), company = tenants.company(AURORA);
    onTestFinished(() => {
      disk.mockRestore();
      tenants.close();
    });
    company.write((db) => void addQueue(db, { name: "Nova", color: "#123456" }));
    const said = company.settled().then(() => "kept", (error) => error.code);
    return {
      tenants,
      path: company.folder,
      synced,
      said,
      everyone: tenants.settled().then(() => "kept", () => "lost"),
    };
  }

  test("hears that it is kept", async () => {
    const { tenants, synced, said, everyone } = anAwaited();
    tenants.closeUnused(Infinity);
    synced();
    expect([await said, await everyone]).toEqual(["kept", "kept"]);
  });

  test.each([
    ["closed because it is gone", (tenants: Tenants) => tenants.checkPlaces([AURORA])],
    ["closed as it is not needed", (tenants: Tenants) => tenants.closeUnused(Infinity)],
  ])("hears that it is lost where it was deleted, and then %s", async (_, close) => {
    const { tenants, path, synced, said, everyone } = anAwaited();
    Deno.removeSync(path, { recursive: true });
    close(tenants);
    // What was closed is closed by then.
    await new Promise((done) => setTimeout(done));
    synced();
    expect(await everyone).toBe("lost");
    expect(await said).not.toBe("kept");
  });
});
