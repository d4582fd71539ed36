import { Buffer } from "node:buffer";
import { sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openDbFile } from "../platform/db.ts";
import { Tenants } from "../platform/tenants.ts";
import { Backups } from "./backups.ts";
import { BadObject, sealed } from "./envelope.ts";
import { namesKey } from "./keys.ts";
import { writeNames } from "./media_names.ts";
import { keyFromWords, keysOf, newRecoveryKey, wordsOf } from "./recovery_key.ts";
import { wholeOf } from "./open_stored.ts";
import { namesAt, OtherSize, planTo, restorableOf, restoreFile, restoreMedia } from "./restore.ts";
import { aContact, aDataFolder, aTicket } from "../testing/fixtures.ts";
import { chainsBroken } from "./status.ts";
import { folderTarget } from "./targets/folder.ts";
import { addTarget } from "./targets/targets.ts";
import { messageTable } from "../messages/table.ts";

const KEY = newRecoveryKey(), DATA_KEY = keysOf(KEY).data;

/** Aurora's file while a backup is taken of it into a folder; its clock is moved by hand. */
async function aBackup() {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T14:00:00Z") });
  const data = await aDataFolder(), to = await Deno.makeTempDir();
  let tenants = new Tenants(data);
  await addTarget(tenants, { kind: "folder", path: to });
  vi.advanceTimersByTime(1000);
  let backups = new Backups(tenants, KEY);
  tenants.checkAll();
  onTestFinished(async () => {
    tenants.close();
    await backups.close();
    vi.useRealTimers();
    for (const folder of [data, to]) await Deno.remove(folder, { recursive: true });
  });
  const target = folderTarget(to);
  return {
    data,
    to,
    target,
    get backups() {
      return backups;
    },
    get company() {
      return tenants.company(2);
    },
    get tenants() {
      return tenants;
    },
    /** A second later, what was written is taken. */
    async second() {
      vi.advanceTimersByTime(1000);
      await backups.bringAll();
    },
    async restart(whileDown: () => void = () => {}) {
      tenants.close();
      await backups.close();
      whileDown();
      tenants = new Tenants(data);
      backups = new Backups(tenants, KEY);
      tenants.checkAll();
    },
    plan: async (at = Infinity) => planTo(await restorableOf(target, 2), at),
    /** The file as it was then. */
    async restored(at = Infinity) {
      const plan = planTo(await restorableOf(target, 2), at);
      const path = await Deno.makeTempFile();
      await Deno.remove(path);
      await restoreFile(target, DATA_KEY, plan!, path);
      const file = openDbFile(path, { readonly: true });
      onTestFinished(async () => {
        file.close();
        for (const ending of ["", "-wal", "-shm"]) await Deno.remove(`${path}${ending}`).catch(() => {});
      });
      return file;
    },
  };
}

type Backed = Awaited<ReturnType<typeof aBackup>>;

const CONTENTS = "SELECT count(*) AS count, coalesce(sum(id * length(body)), 0) AS sum, max(id) AS last FROM messages";

function write({ company }: Pick<Backed, "company">, body: string): void {
  company.write((db) => {
    const { id: ticketId, contactId } = aTicket(db);
    const who = { ticketId, contactId, connectionId: 1, chat: "", fromMe: false, kind: "text" } as const;
    db.insert(messageTable).values({ ...who, wid: crypto.randomUUID(), body, createdAt: Date.now() }).run();
  });
}

function contents({ company }: Backed): unknown {
  const { count, sum, last } = company.read.get<Record<string, number>>(sql.raw(CONTENTS));
  return { count, sum, last };
}

describe("a company's file", () => {
  test(
    "comes back as it was at any minute, and of late at any second, over checkpoints, restarts and rollbacks",
    async () => {
      const backed = await aBackup();
      await backed.second();
      const then = new Map<number, unknown>();
      for (let second = 0; second < 60; second++) {
        // What is taken at a checkpoint in between is younger than what the last second knew.
        vi.advanceTimersByTime(100);
        for (let nth = 0; nth < Math.random() * 8; nth++) write(backed, "texto ".repeat(1 + Math.random() * 2000));
        try {
          backed.company.write((db) => {
            aContact(db);
            throw new Error("rolled back");
          });
        } catch { /* as it should be */ }
        if (second % 17 === 11) await backed.restart();
        await backed.second();
        then.set(Date.now(), contents(backed));
      }
      // Of the minute under way each second can be chosen, where no log was full in between.
      await backed.restart();
      for (let second = 0; second < 8; second++) {
        write(backed, "curto");
        await backed.second();
        then.set(Date.now(), contents(backed));
      }
      let checked = 0;
      for (const at of then.keys()) {
        // Of a minute that is over its end is kept, and what stood in the log when that was emptied.
        const contents = then.get((await backed.plan(at))!.newest);
        if (!contents) continue;
        checked++;
        const file = await backed.restored(at);
        expect(file.one(CONTENTS), `${at}`).toMatchObject(contents as object);
        expect(file.one("PRAGMA integrity_check")).toEqual({ integrity_check: "ok" });
      }
      expect(checked).toBeGreaterThan(4);
      expect((await backed.restored()).one(CONTENTS)).toMatchObject(then.get([...then.keys()].at(-1)!) as object);
    },
    60_000,
  );

  test("is put together from one object a minute, and no second is lost where a minute ends", async () => {
    const backed = await aBackup(), then = new Map<number, unknown>();
    await backed.second();
    for (let second = 0; second < 150; second++) {
      // What a full log makes be taken within the second has a time of its own.
      vi.advanceTimersByTime(100);
      write(backed, `Segundo ${second}`);
      then.set(Date.now(), contents(backed));
      await backed.second();
      then.set(Date.now(), contents(backed));
    }
    const pieces = (await backed.plan())!.generations.flat();
    // Two whole minutes, one that began in the middle, and the seconds of the last.
    expect(pieces.length).toBeLessThan(70);
    const stored = await backed.target.list("v1/2/wal/");
    expect(stored).toHaveLength(pieces.length);
    const file = await backed.restored();
    expect(file.one(CONTENTS)).toMatchObject(contents(backed) as object);
    // A minute that is over is chosen by its end, and has nothing of what came after it.
    const moments = [...then.keys()], newest = new Set<number>();
    for (const at of moments.filter((_, nth) => nth % 10 === 9)) {
      const plan = await backed.plan(at);
      expect(plan!.newest).toBeLessThanOrEqual(at);
      newest.add(plan!.newest);
      if (plan!.newest === plan!.base) continue;
      expect(at - plan!.newest).toBeLessThan(60_000);
      expect((await backed.restored(at)).one(CONTENTS), `${at}`).toMatchObject(then.get(plan!.newest) as object);
    }
    expect(newest.size).toBeGreaterThan(5);
  });

  test("is taken on from where a killed process left it, or begun anew when somebody else has written meanwhile", async () => {
    const backed = await aBackup();
    write(backed, "antes");
    await backed.second();
    const { base } = (await backed.plan())!;
    await backed.restart();
    write(backed, "depois");
    await backed.second();
    expect((await backed.plan())!.base).toBe(base);
    await backed.restart(() => {
      const tenants = new Tenants(backed.data);
      write({ company: tenants.company(2) }, "sem cópia");
      tenants.close();
    });
    await backed.second();
    expect((await backed.plan())!.base).toBeGreaterThan(base);
    expect((await backed.restored()).one(CONTENTS)).toMatchObject(contents(backed) as object);
  });

  test.each(["PASSIVE", "TRUNCATE"])(
    "is copied anew when another program moves the log into it while it is served (%s), and nothing is missing",
    async (mode) => {
      const backed = await aBackup();
      write(backed, "antes");
      await backed.second();
      const { base } = (await backed.plan())!, { ledger } = backed.backups;
      expect(chainsBroken(ledger)).toEqual([]);
      // What is written within this second is in no piece before the other program empties the log.
      write(backed, "no meio");
      const other = openDbFile(`${backed.data}/2/company.db`, { readonly: true });
      expect(other.one(`PRAGMA wal_checkpoint(${mode})`)).toMatchObject({ busy: 0 });
      other.close();
      write(backed, "depois");
      await backed.second();
      expect(chainsBroken(ledger)).toEqual([{ companyId: 2, why: null, brokenAt: Date.now(), isStill: true }]);
      await backed.second();
      expect(chainsBroken(ledger)).toMatchObject([{ companyId: 2, isStill: false }]);
      expect((await backed.plan())!.base).toBeGreaterThan(base);
      expect((await backed.restored()).one(CONTENTS)).toMatchObject(contents(backed) as object);
      // The chain goes on from there, over a restart, too.
      const { base: anew } = (await backed.plan())!;
      await backed.restart();
      write(backed, "mais tarde");
      await backed.second();
      expect((await backed.plan())!.base).toBe(anew);
      expect((await backed.restored()).one(CONTENTS)).toMatchObject(contents(backed) as object);
    },
  );

  test("goes on when the log cannot be emptied because another program reads the file", async () => {
    const backed = await aBackup();
    await backed.second();
    const { base } = (await backed.plan())!;
    write(backed, "antes");
    const other = openDbFile(`${backed.data}/2/company.db`, { readonly: true });
    other.exec("BEGIN");
    other.one("SELECT count(*) FROM messages");
    backed.company.write((db) => void db.run(sql`update tickets set updated_at = updated_at`));
    expect(backed.company.checkpoint()).toBe(false);
    write(backed, "enquanto isso");
    await backed.second();
    other.exec("COMMIT");
    other.close();
    write(backed, "depois");
    await backed.second();
    expect((await backed.plan())!.base).toBe(base);
    expect(chainsBroken(backed.backups.ledger)).toEqual([]);
    expect((await backed.restored()).one(CONTENTS)).toMatchObject(contents(backed) as object);
  }, 60_000);

  test("a target that is away is caught up when it is back", async () => {
    const backed = await aBackup();
    await backed.second();
    await Deno.rename(backed.to, `${backed.to}-away`);
    for (let second = 0; second < 5; second++) {
      write(backed, `Segundo ${second}`);
      await backed.second();
    }
    const { uploader, known } = backed.backups.targets[0]!;
    expect(uploader.fault).toContain("it is not there");
    expect(backed.backups.ledger.backlogOf(known.id).objects).toBeGreaterThan(0);
    await Deno.rename(`${backed.to}-away`, backed.to);
    await backed.second();
    expect(backed.backups.ledger.backlogOf(known.id)).toEqual({ objects: 0, bytes: 0, since: null });
    expect([...Deno.readDirSync(backed.backups.ledger.spool)]).toEqual([]);
    expect((await backed.restored()).one(CONTENTS)).toMatchObject(contents(backed) as object);
  });

  test("a place that is added later gets all companies, also while their files are closed and another has gone", async () => {
    const backed = await aBackup(), to = await Deno.makeTempDir();
    onTestFinished(() => Deno.remove(to, { recursive: true }));
    write(backed, "antes");
    await backed.second();
    await backed.tenants.forget(3);
    backed.tenants.closeUnused(Infinity);
    vi.advanceTimersByTime(1000);
    await addTarget(backed.tenants, { kind: "folder", path: to });
    backed.backups.openTargets();
    await backed.second();
    const added = folderTarget(to);
    for (const companyId of [0, 1, 2]) {
      expect(planTo(await restorableOf(added, companyId), Infinity), `${companyId}`).toMatchObject({ companyId });
    }
    expect((await added.list("v1/0/server.key")).map(({ key }) => key)).toEqual(["v1/0/server.key"]);
    expect(backed.backups.status().map(({ missing }) => missing)).toEqual([0, 0]);
  });

  test.each<[string, (path: string, other: string) => void]>([
    ["cut off", (path) => Deno.truncateSync(path, Deno.statSync(path).size - 1)],
    ["changed by one bit", (path) => {
      const bytes = Deno.readFileSync(path);
      bytes[Math.floor(bytes.length / 2)]! ^= 1;
      Deno.writeFileSync(path, bytes);
    }],
    ["another object", (path, other) => Deno.copyFileSync(other, path)],
    ["empty", (path) => Deno.truncateSync(path, 0)],
  ])("an object that is %s is found out and named", async (_, harm) => {
    const backed = await aBackup();
    for (let second = 0; second < 3; second++) {
      write(backed, `Segundo ${second}`);
      await backed.second();
    }
    const [first, second] = (await backed.plan())!.generations.flat();
    harm(`${backed.to}/${second!.key}`, `${backed.to}/${first!.key}`);
    await expect(backed.restored()).rejects.toThrow(BadObject);
    await expect(backed.restored()).rejects.toThrow(second!.key);
  });

  test("a piece that is missing is a gap, and what comes after it is not taken for what came before", async () => {
    const backed = await aBackup();
    for (let second = 0; second < 4; second++) {
      write(backed, `Segundo ${second}`);
      await backed.second();
    }
    const pieces = (await backed.plan())!.generations.flat();
    await backed.target.remove([pieces[1]!.key]);
    const plan = (await backed.plan())!;
    expect(plan.generations.flat().map(({ key }) => key)).toEqual([pieces[0]!.key]);
    expect(plan.gap).toContain(new Date(pieces[0]!.at).toISOString());
    expect((await backed.restored()).one("SELECT count(*) AS count FROM messages")).toMatchObject({ count: 2 });
  });

  test("a whole life of the log that is missing is a gap, too, and what follows it is not put on what came before", async () => {
    const backed = await aBackup();
    for (let life = 0; life < 4; life++) {
      write(backed, `Vida ${life}`);
      await backed.second();
      if (life < 3) await backed.restart();
    }
    const lives = (await backed.plan())!.generations;
    expect(lives.length).toBeGreaterThan(2);
    await backed.target.remove(lives[1]!.map(({ key }) => key));
    const plan = (await backed.plan())!;
    expect(plan.generations).toEqual([lives[0]]);
    expect(plan.gap).toBeDefined();
    const file = await backed.restored();
    expect(file.one("PRAGMA integrity_check")).toEqual({ integrity_check: "ok" });
    const { bodies } = file.one("SELECT group_concat(body ORDER BY id) AS bodies FROM messages")!;
    expect("Vida 0,Vida 1,Vida 2,Vida 3".startsWith(`${bodies},`), `${bodies}`).toBe(true);
  });

  test("its key alone opens it, and its words give the key back", async () => {
    const backed = await aBackup();
    write(backed, "segredo");
    await backed.second();
    for (const { key } of await backed.target.list("v1/")) {
      expect(await Deno.readTextFile(`${backed.to}/${key}`)).not.toContain("segredo");
    }
    const path = await Deno.makeTempFile();
    await Deno.remove(path);
    const wrong = keysOf(newRecoveryKey()).data;
    await expect(restoreFile(backed.target, wrong, (await backed.plan())!, path)).rejects.toThrow(BadObject);
    await Deno.remove(path);
    const again = keysOf(keyFromWords(wordsOf(KEY, "es").join(", ").toUpperCase())).data;
    await restoreFile(backed.target, again, (await backed.plan())!, path);
    await Deno.remove(path);
  });
});

describe("media", () => {
  test("each content is kept once, comes back under its names, and is checked", async () => {
    const backed = await aBackup(), folder = `${backed.data}/2/media`;
    const long = crypto.getRandomValues(new Uint8Array(3_000_000 / 50)), bytes = new Uint8Array(3_000_000);
    for (let at = 0; at < bytes.length; at += long.length) bytes.set(long, at);
    const old = new Date("2026-11-01");
    for (const [name, content] of [["a", bytes], ["b", bytes], ["c", new Uint8Array()]] as const) {
      await Deno.writeFile(`${folder}/${name}`, content);
      await Deno.utime(`${folder}/${name}`, old, old);
    }
    await backed.second();
    const names = await namesAt(backed.target, DATA_KEY, 2, Date.now());
    expect([...names.keys()].sort()).toEqual(expect.arrayContaining(["a", "b", "c"]));
    expect(names.get("a")).toBe(names.get("b"));
    const copies = (await backed.target.list("v1/2/media/")).filter(({ key }) => key.endsWith(names.get("a")!));
    expect(copies).toHaveLength(1);
    const to = await Deno.makeTempFile();
    await restoreMedia(backed.target, DATA_KEY, { companyId: 2, hash: names.get("a")! }, to);
    expect(Buffer.compare(await Deno.readFile(to), bytes)).toBe(0);
    await Deno.remove(to);
  });

  test("one that is damaged at its place, or not of the size that is wanted, leaves what lies there, and nothing half", async () => {
    const backed = await aBackup(), media = `${backed.data}/2/media`, to = await Deno.makeTempDir(), old = new Date(0);
    onTestFinished(() => Deno.remove(to, { recursive: true }));
    await Deno.writeTextFile(`${media}/a`, "um retrato");
    await Deno.utime(`${media}/a`, old, old);
    await backed.second();
    const hash = (await namesAt(backed.target, DATA_KEY, 2, Date.now())).get("a")!;
    // As an earlier version took what it was just bringing back.
    const list = namesKey(2, Date.now() + 1), half = writeNames([["a.part", hash]]);
    await backed.target.put(list, sealed(DATA_KEY, list, [half]));
    expect([...(await namesAt(backed.target, DATA_KEY, 2, Infinity)).keys()]).toEqual(["a"]);
    await Deno.writeTextFile(`${to}/a`, "antes");
    const bring = (size?: number) => restoreMedia(backed.target, DATA_KEY, { companyId: 2, hash, size }, `${to}/a`);
    await expect(bring(9)).rejects.toThrow(OtherSize);
    const { key } = (await backed.target.list("v1/2/media/"))[0]!;
    const whole = await wholeOf(backed.target.get(key));
    await backed.target.put(key, ReadableStream.from([whole.subarray(0, -1)]));
    await expect(bring()).rejects.toThrow(BadObject);
    expect([...Deno.readDirSync(to)].map(({ name }) => name)).toEqual(["a"]);
    expect(await Deno.readTextFile(`${to}/a`)).toBe("antes");
    await backed.target.put(key, ReadableStream.from([whole]));
    await bring(10);
    expect(await Deno.readTextFile(`${to}/a`)).toBe("um retrato");
  });

  test("one that has just come is taken a little later, or waited for by whoever wants all there is now", async () => {
    const backed = await aBackup(), path = `${backed.data}/2/media/now`;
    vi.useRealTimers();
    await Deno.writeTextFile(path, "acabou de chegar");
    const name = async () => (await namesAt(backed.target, DATA_KEY, 2, Date.now())).get("now");
    expect(await backed.backups.bringAll()).toBe(1);
    expect(await name()).toBeUndefined();
    const late = new Date(Date.now() - 19_000);
    await Deno.utime(path, late, late);
    expect(await backed.backups.bringAll(10_000)).toBe(0);
    expect(await name()).toBeDefined();
  });
});

describe("recovery words", () => {
  test("a word that was written down wrongly is named", () => {
    // Eight bits are to see to it: of other keys one in 256 would bear the exchange.
    const key = Uint8Array.from({ length: 32 }, (_, nth) => nth), words = wordsOf(key, "pt");
    expect(() => keyFromWords([...words.slice(0, 23), "xarope1"].join(" "))).toThrow("xarope1 is none");
    expect(() => keyFromWords(words.slice(1).join(" "))).toThrow("23 words");
    const swapped = [words[1]!, words[0]!, ...words.slice(2)];
    expect(() => keyFromWords(swapped.join(" "))).toThrow("do not belong together");
    expect([...keyFromWords(words.join("\n"))]).toEqual([...key]);
    expect(() => keyFromWords(words[0]!)).toThrow("This is 1 word: the recovery words are twenty-four");
  });

  test("with numbers they are taken in the order of these, as `backup key` says them in columns", () => {
    const key = Uint8Array.from({ length: 32 }, (_, nth) => nth), words = wordsOf(key, "pt");
    const rows = Array.from({ length: 6 }, (_, row) => [0, 6, 12, 18].map((from) => from + row));
    const said = (end: string) =>
      rows.map((row) => row.map((nth) => `${nth + 1}${end} ${words[nth]}`).join("   ")).join("\n");
    for (const end of ["", ".", ")"]) expect([...keyFromWords(said(end))]).toEqual([...key]);
    expect(() => keyFromWords(said("").replace("7 ", "8 "))).toThrow("No word has the number 7: give each its own");
    expect(() => keyFromWords(said("").replace("7 ", ""))).toThrow("No word has the number 7: give each its own");
    expect(() => keyFromWords(said("").replace(words[6]!, ""))).toThrow("These are 23 words");
  });
});
