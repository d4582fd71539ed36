import { execFileSync } from "node:child_process";
import { statfsSync } from "node:fs";
import { eq, inArray, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { RunningBackups } from "../backups/running.ts";
import { holdPlace } from "../backups/claims.ts";
import { keysOf, newRecoveryKey, readKey, writeKey } from "../backups/recovery_key.ts";
import { folderTarget } from "../backups/targets/folder.ts";
import { addTarget } from "../backups/targets/targets.ts";
import { noteWords, oweWords } from "../backups/words_owed.ts";
import { backupTargetTable, chainTable, objectTable, proofTable } from "../backups/table.ts";
import { arrivalTable, companyMoveTable, companyTable } from "../companies/table.ts";
import { connectionTable } from "../connections/table.ts";
import { doctor } from "../control/operations/doctor.ts";
import { mailTable } from "../mail/table.ts";
import { writeKept } from "../https/kept_certificate.ts";
import { messageTable } from "../messages/table.ts";
import { newMetrics } from "../metrics/metrics.ts";
import type { Config } from "../platform/config.ts";
import { outboxTable } from "../outbox/table.ts";
import { openDbFile } from "../platform/db.ts";
import { lockFolder } from "../platform/folder_lock.ts";
import { Tenants } from "../platform/tenants.ts";
import { aPicture } from "../testing/exports.ts";
import { noteBackupsKey } from "../backups/key_print.ts";
import { refuseForeignKey } from "../provider_settings/server_key.ts";
import { holdLines, releaseLines } from "../supervisor/held_lines.ts";
import { aBalcao, aDataFolder, aTicket } from "../testing/fixtures.ts";
import { rollUpFigures } from "../cockpit/roll_up.ts";
import { noteChange } from "../connections/history.ts";
import { examineAlone } from "./alone.ts";
import { noteDisk } from "./disk_trend.ts";
import { examine } from "./examine.ts";
import type { Finding } from "./finding.ts";
import type { Running } from "./patient.ts";
import { noteRunning } from "./running.ts";
import { patientOf } from "./served.ts";
import { CHECKS } from "./table.ts";
import { noteRollback } from "../upgrades/half_way.ts";

const MINUTE = 60_000, HOUR = 60 * MINUTE, DAY = 24 * HOUR;

/** What is wrong, without what is good; each says what to do. */
function wrongIn(findings: readonly Finding[]): Finding[] {
  const wrong = findings.filter(({ level }) => level !== "good");
  for (const { says, todo } of wrong) expect([says.length > 10, todo.length > 10]).toEqual([true, true]);
  return wrong;
}

const names = (findings: readonly Finding[]) => wrongIn(findings).map(({ what }) => what);

/** An empty folder on another disk than the data of tests. */
const anotherDisks = () => Deno.makeTempDir({ dir: "/dev/shm", prefix: "balcao-place-" });

describe("a folder that nobody serves", () => {
  let folder: string, elsewhere: string;
  beforeEach(async () => {
    folder = await aDataFolder();
    elsewhere = await anotherDisks();
    for (const path of ["", "/server.key", "/provider.db"]) Deno.chmodSync(folder + path, path ? 0o600 : 0o700);
    for (const id of [1, 2, 3]) execFileSync("chmod", ["-R", "go=", `${folder}/${id}`]);
    writeKey(`${folder}.key`, newRecoveryKey());
    const tenants = new Tenants(folder);
    await addTarget(tenants, { kind: "folder", path: elsewhere });
    tenants.close();
    execFileSync("chmod", ["-R", "go=", folder]);
  });
  afterEach(async () => {
    for (const path of [folder, `${folder}.key`, elsewhere]) {
      await Deno.remove(path, { recursive: true }).catch(() => {});
    }
  });

  type Given = Partial<Parameters<typeof examineAlone>[0]>;
  const look = async (given: Given = {}) =>
    (await examineAlone({
      ...{ folder, now: Date.now(), isDeep: false, version: "1.0.0", proc: "/proc/self", keyPath: `${folder}.key` },
      ...given,
    })).findings;

  test("nothing is found in a healthy one, and nothing in it changes", async () => {
    const state = () =>
      execFileSync("sh", [
        "-c",
        "find . -type f ! -name '*-shm' ! -name '*-wal' | sort | xargs md5sum",
      ], {
        cwd: folder,
      }).toString();
    for (const died of [false, true]) {
      if (died) {
        const since = new Date(0).toISOString();
        Deno.writeTextFileSync(
          `${folder}/serve.lock`,
          JSON.stringify({ pid: 4_000_000, command: "serve", version: "", since }),
          { mode: 0o600 },
        );
      }
      const before = state();
      expect(names(await look({ isDeep: true }))).toEqual(died ? ["crashed"] : []);
      expect(state()).toBe(before);
    }
  });

  test("a missing key is named and not made anew", async () => {
    Deno.removeSync(`${folder}/server.key`);
    expect(names(await look())).toEqual(["server_key_missing"]);
    expect(() => Deno.statSync(`${folder}/server.key`)).toThrow(Deno.errors.NotFound);
  });

  test("a key that was cut off", async () => {
    Deno.truncateSync(`${folder}/server.key`, 12);
    expect(names(await look())).toEqual(["server_key_damaged"]);
  });

  test("another key in the place of the folder's own, or of the one that the backups were made with", async () => {
    const tenants = new Tenants(folder), other = newRecoveryKey();
    refuseForeignKey(tenants);
    tenants.provider.write((db) => noteBackupsKey(db, readKey(`${folder}.key`)!, `${folder}.key`));
    tenants.close();
    expect(names(await look())).toEqual([]);
    Deno.writeFileSync(`${folder}.key`, other);
    Deno.writeFileSync(`${folder}/server.key`, other);
    const found = wrongIn(await look());
    expect(found.map(({ what, level }) => [what, level])).toEqual([
      ["server_key_foreign", "bad"],
      ["backup_key_foreign", "bad"],
    ]);
    const again = new Tenants(folder);
    expect(() => refuseForeignKey(again)).toThrow(/server\.key is not the key of this folder/);
    again.close();
  });

  test("an empty folder was not set up yet: nothing is missing in it", async () => {
    const empty = await Deno.makeTempDir({ prefix: "balcao-empty-" });
    try {
      const { findings, level } = await examineAlone({
        ...{ folder: empty, now: Date.now(), isDeep: true, version: "1.0.0", proc: "/proc/self" },
        keyPath: `${empty}.key`,
      });
      expect([names(findings), level]).toEqual([["not_set_up"], "warning"]);
      expect([...Deno.readDirSync(empty)]).toEqual([]);
      expect(wrongIn(findings)[0]!.todo).toContain(`balcao serve --data ${empty}`);
      // A file of somebody's is not nothing.
      await Deno.mkdir(`${empty}/2`);
      expect(names(await look({ folder: empty }))).toContain("server_key_missing");
    } finally {
      await Deno.remove(empty, { recursive: true });
    }
  });

  test("a company that has moved away is told of; one that was not confirmed is bad, and one that waits to be handed over a warning", async () => {
    const now = Date.now(), move = { moveId: "m", address: "https://there.example", at: now - 3 * DAY };
    const tenants = new Tenants(folder);
    tenants.provider.write((db) => {
      db.update(companyTable).set({ removedAt: now }).where(inArray(companyTable.id, [2, 3])).run();
      db.insert(companyMoveTable).values([
        { ...move, companyId: 2 },
        { ...move, moveId: "n", companyId: 3, confirmedAt: now - 2 * DAY },
      ]).run();
      db.insert(arrivalTable).values({ moveId: "came", companyId: 1, at: now }).run();
    });
    tenants.close();
    const arrive = (moveId: string, at: number, coming?: string) => {
      const place = `${folder}/arriving/${moveId}`;
      Deno.mkdirSync(place, { recursive: true, mode: 0o700 });
      if (coming) Deno.writeTextFileSync(`${place}/comes.json`, coming, { mode: 0o600 });
      Deno.writeTextFileSync(`${place}/prepared`, "", { mode: 0o600 });
      Deno.utimeSync(`${place}/prepared`, new Date(at), new Date(at));
    };
    Deno.mkdirSync(`${folder}/arriving`, { mode: 0o700 });
    arrive("called-off", now - DAY, JSON.stringify({ name: "Oficina Sul", origin: "s/4" }));
    arrive("nameless", now - 3 * DAY, "nonsense");
    arrive("odd", now - 2 * DAY, '{"name":{}}');
    arrive("just-now", now - MINUTE, JSON.stringify({ name: "Banca Oeste", origin: "s/5" }));
    arrive("came", now - DAY, JSON.stringify({ name: "Padaria Leste", origin: "s/6" }));
    const findings = await look({ now });
    expect(wrongIn(findings)).toMatchObject([
      { what: "move_unconfirmed", level: "bad", company: 2, facts: { address: "https://there.example", ms: 3 * DAY } },
      { what: "move_waiting", level: "warning", says: expect.stringContaining("A company came") },
      { what: "move_waiting", level: "warning", says: expect.stringContaining("A company came") },
      { what: "move_waiting", level: "warning", says: expect.stringContaining("Oficina Sul came from another server") },
    ]);
    expect(wrongIn(findings)[0]!.todo).toContain("balcao company move 2 --to PLACE --back");
    expect(findings.filter(({ what }) => what === "moved_away")).toMatchObject([
      { level: "good", company: 3, says: expect.stringContaining("served at https://there.example for 2 days") },
    ]);
  });

  test("a file and a folder that others may open", async () => {
    Deno.chmodSync(`${folder}/2/company.db`, 0o644);
    const [found, ...more] = wrongIn(await look());
    expect([found, more]).toEqual([expect.objectContaining({ what: "open_to_others", level: "warning" }), []]);
    expect(found!.says).toContain("/2/company.db");
    Deno.chmodSync(`${folder}/2/company.db`, 0o600);
    Deno.chmodSync(`${folder}/3`, 0o755);
    expect(names(await look())).toEqual(["open_to_others"]);
  });

  test.skipIf(Deno.uid() !== 0)("a file of somebody else's", async () => {
    await Deno.chown(`${folder}/3/company.db`, 4321, 4321);
    expect(names(await look())).toEqual(["foreign_owner"]);
  });

  test("company files that are missing, empty, or something else, each by its company; the others are good", async () => {
    Deno.removeSync(`${folder}/1/company.db`);
    Deno.truncateSync(`${folder}/2/company.db`);
    expect(wrongIn(await look()).map(({ what, company }) => [what, company])).toEqual([["damaged", 1], ["damaged", 2]]);
    Deno.writeTextFileSync(`${folder}/3/company.db`, "not a database ".repeat(20));
    const found = wrongIn(await look()).filter(({ company }) => company === 3);
    expect(found.map(({ what }) => what)).toContain("damaged");
  });

  test("a company whose folder is gone is named, and one that was removed is not", async () => {
    Deno.removeSync(`${folder}/3`, { recursive: true });
    expect(wrongIn(await look())).toMatchObject([{ what: "damaged", company: 3, level: "bad" }]);
    const tenants = new Tenants(folder);
    tenants.provider.write((db) =>
      void db.update(companyTable).set({ removedAt: 1 }).where(eq(companyTable.id, 3)).run()
    );
    tenants.close();
    expect(names(await look())).toEqual([]);
  });

  test("a provider's file that is no database stops neither the other checks nor names a company", async () => {
    Deno.writeTextFileSync(`${folder}/provider.db`, "x".repeat(5000));
    const found = wrongIn(await look());
    expect(found.find(({ what }) => what === "damaged")).toMatchObject({
      level: "bad",
      todo: expect.stringMatching(/recover/),
    });
    expect(found.every(({ company }) => company === undefined)).toBe(true);
  });

  test("a page of noise in the middle of a file is found by --deep alone", async () => {
    const path = `${folder}/2/company.db`, file = Deno.openSync(path, { read: true, write: true });
    for (let page = 2; page < file.statSync().size / 4096; page += 3) {
      file.seekSync(page * 4096, Deno.SeekMode.Start);
      file.writeSync(crypto.getRandomValues(new Uint8Array(4096)));
    }
    file.close();
    expect(names(await look())).toEqual([]);
    expect(wrongIn(await look({ isDeep: true }))).toMatchObject([{ what: "damaged", level: "bad", company: 2 }]);
  });

  test("files of a newer and of an older version, which are left as they are", async () => {
    const setVersion = (path: string, number: number) => {
      const file = openDbFile(path);
      file.exec(`PRAGMA user_version = ${number}`);
      file.close();
    };
    setVersion(`${folder}/2/company.db`, 9999);
    setVersion(`${folder}/3/company.db`, 5);
    const found = wrongIn(await look());
    expect(found.map(({ what, level, company }) => [what, level, company])).toEqual([
      ["schema_newer", "bad", 2],
      ["schema_older", "warning", 3],
    ]);
    expect(wrongIn(await look())).toEqual(found);
    // A rollback was killed in between.
    Deno.mkdirSync(`${folder}/rollback`);
    noteRollback(folder, { company: 5, provider: 1, previous: "/usr/local/bin/balcao.previous" });
    const [halfway, ...others] = wrongIn(await look());
    expect(others).toEqual([]);
    expect(halfway).toMatchObject({
      what: "rollback_unfinished",
      level: "bad",
      todo: expect.stringContaining("balcao rollback again"),
    });
  });

  test("files of messages that somebody has deleted or written over: the newest at once, any of them with --deep", async () => {
    const tenants = new Tenants(folder), { id, folder: own } = tenants.company(2);
    tenants.company(2).write((db) => {
      for (let nth = 1; nth <= 30; nth++) {
        aPicture(db, `f${nth}`, 1);
        Deno.writeTextFileSync(`${own}/media/f${nth}`, "a", { mode: 0o600 });
      }
    });
    tenants.close();
    const found = async (isDeep: boolean) => wrongIn(await look({ isDeep })).filter(({ check }) => check === "media");
    expect(await found(true)).toEqual([]);
    Deno.removeSync(`${own}/media/f3`);
    expect(await found(false)).toEqual([]);
    expect(await found(true)).toMatchObject([{ what: "media_missing", company: id, facts: { count: 1, of: 30 } }]);
    for (const name of ["f2", "f29"]) Deno.writeTextFileSync(`${own}/media/${name}`, "tampered");
    expect(await found(false)).toMatchObject([{ what: "media_missing", company: id, facts: { count: 1, of: 20 } }]);
    expect(await found(true)).toMatchObject([{ what: "media_missing", company: id, facts: { count: 3, of: 30 } }]);
    Deno.removeSync(`${own}/media`, { recursive: true });
    expect(await found(false)).toMatchObject([{ company: id, level: "warning", facts: { count: 20, of: 20 } }]);
    expect(await found(true)).toMatchObject([{ company: id, facts: { count: 30, of: 30 } }]);
  });

  test("a log of writings that is not moved any more", async () => {
    Deno.writeFileSync(`${folder}/3/company.db-wal`, new Uint8Array(0), { mode: 0o600 });
    Deno.truncateSync(`${folder}/3/company.db-wal`, 70 * 1024 * 1024);
    expect(wrongIn(await look())).toMatchObject([{ what: "wal_large", company: 3 }]);
  });

  test("a clock that was set back by an hour: files are of the future", async () => {
    const later = new Date(Date.now() + HOUR);
    Deno.utimeSync(`${folder}/provider.db`, later, later);
    expect(wrongIn(await look())).toMatchObject([{
      what: "clock_behind",
      level: "bad",
      says: expect.stringMatching(/60 minutes/),
    }]);
  });

  test("a clock that another machine's contradicts, and one that cannot be asked", async () => {
    let apart = 0;
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      () => new Response(null, { headers: { date: new Date(Date.now() + apart).toUTCString() } }),
    );
    const online = `http://127.0.0.1:${server.addr.port}`;
    expect(names(await look({ online }))).toEqual([]);
    apart = 5 * MINUTE;
    expect(wrongIn(await look({ online }))).toMatchObject([{ what: "clock_off", level: "warning" }]);
    apart = -3 * HOUR;
    expect(wrongIn(await look({ online }))).toMatchObject([{ what: "clock_off", level: "bad" }]);
    await server.shutdown();
    expect(names(await look({ online }))).toEqual(["online_unreachable"]);
  });

  test("somebody who has the folder and cannot be asked is named, and no database is opened beside them", async () => {
    const lock = lockFolder(folder, "company add");
    expect(wrongIn(await look())).toMatchObject([{ what: "held", says: expect.stringMatching(/balcao company add/) }]);
    lock.release();
    expect(names(await look())).toEqual([]);
  });

  test("a server that listens and takes no commands is no mere warning", async () => {
    const lock = lockFolder(folder, "serve");
    expect(wrongIn(await look())).toMatchObject([{ what: "held", level: "warning" }]);
    lock.say({ address: "https://desk.example" });
    expect(wrongIn(await look())).toMatchObject([{ what: "held", level: "bad", todo: expect.stringMatching(/anew/) }]);
    lock.release();
  });

  test("places that all lie on the disk of the data are named, until there is one elsewhere", async () => {
    const tenants = new Tenants(folder), here = `${folder}-backup`;
    Deno.mkdirSync(here);
    onTestFinished(() => Deno.removeSync(here, { recursive: true }));
    tenants.provider.write((db) => void db.delete(backupTargetTable).run());
    await addTarget(tenants, { kind: "folder", path: here });
    const found = wrongIn(await look());
    expect(found).toMatchObject([{ what: "backup_same_disk", level: "warning", facts: { place: here } }]);
    await addTarget(tenants, { kind: "folder", path: elsewhere });
    tenants.close();
    expect(names(await look())).toEqual([]);
  });

  test("no key and no place for backups, and a key that is damaged", async () => {
    const file = openDbFile(`${folder}/provider.db`);
    file.db.delete(backupTargetTable).run();
    file.close();
    expect(names(await look({ keyPath: `${folder}.none` }))).toEqual(["backup_no_key", "backup_no_place"]);
    Deno.truncateSync(`${folder}.key`, 5);
    expect(wrongIn(await look())[0]).toMatchObject({ what: "backup_key_damaged", level: "bad" });
  });

  test("too few open files for the companies, and too many that are open", async () => {
    const proc = await Deno.makeTempDir();
    // As a process says it that was started so.
    const limits = execFileSync("sh", ["-c", "ulimit -n 128; cat /proc/self/limits"]);
    Deno.writeFileSync(`${proc}/limits`, limits);
    expect(wrongIn(await look({ proc }))).toMatchObject([{
      what: "open_files_low",
      says: expect.stringMatching(/may open 128 files/),
    }]);
    Deno.writeFileSync(`${proc}/limits`, execFileSync("sh", ["-c", "ulimit -n 300; cat /proc/self/limits"]));
    Deno.mkdirSync(`${proc}/fd`);
    const open = (from: number, to: number) => {
      for (let nth = from; nth < to; nth++) Deno.writeTextFileSync(`${proc}/fd/${nth}`, "");
    };
    open(0, 179);
    expect(wrongIn(await look({ proc }))).toEqual([]);
    open(179, 180);
    expect(wrongIn(await look({ proc }))).toMatchObject([{
      ...{ what: "open_files_many", level: "warning", facts: { open: 180, limit: 300 } },
    }]);
    open(180, 256);
    expect(wrongIn(await look({ proc }))).toMatchObject([{ what: "open_files_many", level: "bad" }]);
    await Deno.remove(proc, { recursive: true });
  });

  test("a disk that fills: a day ago there was more room", async () => {
    const now = Date.now();
    noteDisk(folder, now - DAY);
    expect(names(await look({ now }))).toEqual([]);
    const path = `${folder}/server.disk`, [{ at, free }] = JSON.parse(Deno.readTextFileSync(path));
    Deno.writeTextFileSync(path, JSON.stringify([{ at, free: free * 1.25 }]));
    expect(wrongIn(await look({ now }))).toMatchObject([{
      what: "disk_filling",
      says: expect.stringMatching(/in about 4 days|in about 5 days/),
    }]);
    Deno.writeTextFileSync(path, "nonsense");
    expect(names(await look({ now }))).toEqual([]);
  });
});

/** A disk of its own; nothing where this user may not mount one. */
function aDisk(options: string): string | undefined {
  const place = Deno.makeTempDirSync({ prefix: "balcao-disk-" });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `mode=700,${options}`, "tmpfs", place], { stdio: "ignore" });
    return place;
  } catch {
    Deno.removeSync(place);
    return undefined;
  }
}

const mayMount = (() => {
  const place = aDisk("size=1m");
  if (place) execFileSync("umount", [place]);
  return place !== undefined;
})();

describe.skipIf(!mayMount)("a disk of its own", () => {
  let place: string;
  afterEach(() => {
    // Statements that were not collected yet hold their file.
    execFileSync("umount", ["-l", place]);
    Deno.removeSync(place);
  });

  async function aFolderOn(options: string): Promise<string> {
    place = aDisk(options)!;
    const from = await aDataFolder();
    execFileSync("cp", ["-r", from, `${place}/data`]);
    execFileSync("chmod", ["-R", "go=", place]);
    await Deno.remove(from, { recursive: true });
    return `${place}/data`;
  }
  const look = async (folder: string) =>
    (await examineAlone({ folder, now: Date.now(), isDeep: false, version: "1.0.0", proc: "/proc/self" })).findings;

  test("with little room, and with hardly any", async () => {
    const folder = await aFolderOn("size=3g");
    const fill = (bytes: number) => execFileSync("mount", ["-o", `remount,size=${bytes}`, place]);
    expect(names(await look(folder)).filter((what) => what.startsWith("disk"))).toEqual([]);
    const onDisk = async () => {
      const found = wrongIn(await look(folder)).filter(({ check }) => check === "disk");
      return found.map(({ what, level, says }) => ({ what, level, says: says.split(":")[0] }));
    };
    // Most of it is free, and it is too little all the same.
    fill(400_000_000);
    expect(await onDisk()).toEqual([{ what: "disk_small", level: "warning", says: "The disk is too small" }]);
    fill(40_000_000);
    expect(await onDisk()).toEqual([{ what: "disk_small", level: "bad", says: "The disk is too small" }]);
    const { bsize, bavail } = statfsSync(place);
    const leave = (share: number) =>
      Deno.writeFileSync(`${place}/large`, new Uint8Array(Math.floor(bavail * bsize - share * 40_000_000)));
    leave(0.3);
    expect(await onDisk()).toEqual([{ what: "disk_low", level: "bad", says: "Little room is left on the disk" }]);
    leave(0.02);
    expect(await onDisk()).toEqual([{ what: "disk_full", level: "bad", says: "The disk is nearly full" }]);
  });

  test("that takes no more files, though there is room", async () => {
    const folder = await aFolderOn("size=1g,nr_inodes=200");
    for (let nth = 0; nth < 300; nth++) {
      try {
        Deno.writeTextFileSync(`${place}/small-${nth}`, "");
      } catch {
        break;
      }
    }
    for (let nth = 0; nth < 8; nth++) Deno.removeSync(`${place}/small-${nth}`);
    expect(wrongIn(await look(folder)).find(({ what }) => what === "inodes_low")).toMatchObject({ level: "bad" });
  });

  test("that has become read-only", async () => {
    const folder = await aFolderOn("size=3g");
    execFileSync("mount", ["-o", "remount,ro", place]);
    const found = wrongIn(await look(folder));
    expect(found.find(({ what }) => what === "read_only")).toMatchObject({
      level: "bad",
      says: expect.stringMatching(/Read-only/),
    });
  });
});

describe("a folder that is served", () => {
  let balcao: Awaited<ReturnType<typeof aBalcao>>, backups: RunningBackups, web: Deno.HttpServer<Deno.NetAddr>;
  beforeEach(async () => {
    balcao = await aBalcao((folder) => execFileSync("chmod", ["-R", "go=", folder]));
    backups = new RunningBackups(balcao.tenants, undefined);
    web = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, balcao.app.fetch);
    // Nobody's phone is there: what the seeds have linked is stopped, as an administrator would.
    for (const company of [balcao.provider, balcao.aurora, balcao.norte]) {
      company.write((db) => void db.update(connectionTable).set({ shouldRun: false }).run());
    }
  });
  afterEach(async () => {
    await web.shutdown();
    await balcao.close();
    await backups.close();
  });

  async function look(given: Partial<Running> = {}, config: Partial<Config> = { demo: true }): Promise<Finding[]> {
    const { tenants } = balcao, address = `http://127.0.0.1:${web.addr.port}`;
    noteRunning({
      ...{
        version: "1.0.0",
        tenants,
        config: config as Config,
        address,
        loopDelay: () => undefined,
        sessions: () => 0,
      },
      ...{ startedAt: Date.now(), backups: backups.current },
      ...given,
    });
    const report = await doctor.run({
      ...{ tenants, data: "here", say: () => {}, signal: new AbortController().signal },
      input: { isDeep: true, keyPath: "/nowhere" },
    });
    expect(report.isServed).toBe(true);
    return report.findings;
  }

  test("nothing is found at a healthy demo, of which it is said that it keeps no backups", async () => {
    const found = await look(), of = ({ check }: Finding) => check === "backup";
    expect(wrongIn(found)).toEqual([]);
    expect(found.filter(of)).toMatchObject([{
      what: "backup_demo",
      says: "It is a demo, of which no backups are kept",
    }]);
    const { body } = await balcao.as("super@balcao.test")("GET", "/doctor");
    expect(body.findings.filter(of)).toMatchObject([{ what: "backup_demo", level: "good" }]);
  });

  test("damage that --deep meets while the server runs is said in words, and a file that rests is none", async () => {
    const { tenants } = balcao, { folder } = balcao.norte;
    tenants.company(3).read;
    tenants.closeBeyond(0);
    const file = Deno.openSync(`${folder}/company.db`, { read: true, write: true });
    for (let page = 2; page < file.statSync().size / 4096; page += 1) {
      file.seekSync(page * 4096, Deno.SeekMode.Start);
      file.writeSync(crypto.getRandomValues(new Uint8Array(4096)));
    }
    file.close();
    let done = () => {};
    const replaced = tenants.replace(2, () => new Promise<void>((resolve) => done = resolve));
    const found = wrongIn(await look());
    done();
    await replaced;
    expect(found).toMatchObject([
      { what: "not_looked_at", company: 2, says: expect.stringMatching(/is being moved or restored just now/) },
      { what: "damaged", company: 3, level: "bad", todo: expect.stringMatching(/balcao restore 3/) },
    ]);
    expect(found[1]!.says).toMatch(/company\.db .*malformed/);
    expect(found[1]!.says).not.toMatch(/ERR_/);
  });

  test("connections that should run and do not, by company; not those that nobody has linked", async () => {
    const set = (values: Partial<typeof connectionTable.$inferInsert>) =>
      balcao.aurora.write((db) => void db.update(connectionTable).set({ shouldRun: true, ...values }).run());
    set({ status: "DISCONNECTED", situation: "unreachable", number: "5511", since: Date.now() - 6 * MINUTE });
    const found = wrongIn(await look());
    expect(found[0]).toMatchObject({
      what: "connection_down",
      company: 2,
      says: expect.stringMatching(/for 6 minutes/),
    });
    // In a recovered folder nobody is told to link a number again that may be served elsewhere.
    holdLines(balcao.folder);
    expect(wrongIn(await look())).toMatchObject([{
      what: "lines_held",
      level: "bad",
      todo: expect.stringContaining("balcao lines start"),
    }]);
    // Nor is said that all of them run.
    expect((await look()).filter(({ check }) => check === "connections")).toEqual([]);
    releaseLines(balcao.folder);
    set({ since: Date.now() - MINUTE });
    expect(names(await look())).toEqual([]);
    set({ status: "DISCONNECTED", situation: "new", number: "", since: Date.now() - DAY });
    expect(names(await look())).toEqual([]);
  });

  test("a message that has not left for a quarter of an hour", async () => {
    balcao.aurora.write((db) => {
      const before = Date.now() - 15 * MINUTE, late = Date.now() + HOUR;
      const { id: ticketId, contactId } = aTicket(db, { status: "closed" });
      const row = { ticketId, contactId, chat: "c", wid: "W1", fromMe: true, body: "oi", kind: "text" } as const;
      const { id: messageId } = db.insert(messageTable).values({ ...row, createdAt: before }).returning().get();
      db.insert(outboxTable).values({ messageId, connectionId: 1, dueAt: late, expiresAt: late }).run();
    });
    expect(wrongIn(await look())).toMatchObject([{
      what: "outbox_stuck",
      company: 2,
      says: expect.stringMatching(/1 messages.*15 minutes/),
    }]);
  });

  test("e-mails that the mail server refuses, but not a wrong address", async () => {
    const mail = { kind: "invitation", language: "pt", address: "a@example.test", createdAt: Date.now() } as const;
    const { provider } = balcao.tenants;
    provider.write((db) => void db.insert(mailTable).values({ ...mail, state: "failed", fault: "receiver" }).run());
    expect(names(await look())).toEqual([]);
    provider.write((db) =>
      void db.insert(mailTable).values({ ...mail, state: "queued", attempts: 1, fault: "login" }).run()
    );
    expect(wrongIn(await look())).toMatchObject([{
      what: "mail_failing",
      says: expect.stringMatching(/1 e-mails .*: login/),
    }]);
  });

  test("a company whose file a newer version has written is named once", async () => {
    const { tenants, norte } = balcao, path = `${norte.folder}/company.db`;
    tenants.company(3).read;
    tenants.closeBeyond(0);
    const file = openDbFile(path);
    file.exec("PRAGMA user_version = 9999");
    file.close();
    tenants.checkAll([3]);
    expect(tenants.quarantine.get(3)).toContain("9999");
    expect(wrongIn(await look()).map(({ what, company }) => [what, company])).toEqual([["schema_newer", 3]]);
  });

  test("a company whose file is in quarantine", async () => {
    balcao.tenants.quarantine.set(3, "company.db is damaged (malformed)");
    expect(wrongIn(await look())).toMatchObject([{ what: "damaged", company: 3, level: "bad" }]);
  });

  test("a company that could not be upgraded is not called damaged: its file is good", async () => {
    const { tenants, norte } = balcao;
    tenants.keepClosed(3, "company.db could not be upgraded: database disk image is malformed");
    // Its old schema is the same fault: another advice beside would contradict the first.
    tenants.closeBeyond(0);
    const file = openDbFile(`${norte.folder}/company.db`);
    file.exec("PRAGMA user_version = 5");
    file.close();
    const found = wrongIn(await look());
    expect(found.map(({ what, level, company }) => [what, level, company])).toEqual([["not_upgraded", "bad", 3]]);
    expect(found[0]!.todo).toMatch(/start balcao serve anew.*balcao rollback.*balcao restore 3$/);
  });

  test("a certificate that ends, has ended, or cannot be had", async () => {
    const ending = (until: number, failure?: string) =>
      look({ certificate: () => ({ until: Date.now() + until, failures: failure ? 3 : 0, failure }) });
    expect(names(await ending(30 * DAY))).toEqual([]);
    expect(wrongIn(await ending(10 * DAY))).toMatchObject([{ what: "certificate_ends", level: "warning" }]);
    expect(wrongIn(await ending(2 * DAY))).toMatchObject([{ what: "certificate_ends", level: "bad" }]);
    expect(wrongIn(await ending(-2 * DAY))).toMatchObject([{
      what: "certificate_ends",
      says: expect.stringMatching(/ended 2 days ago/),
    }]);
    expect(wrongIn(await ending(30 * DAY, "the authority cannot be reached"))).toMatchObject([
      { what: "certificate_failing", says: expect.stringMatching(/the authority cannot be reached/) },
    ]);
  });

  test("a certificate that lies in the folder of a server that is stopped", async () => {
    const cert = execFileSync("sh", [
      "-c",
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout /dev/null -subj /CN=desk.test -days 5 2>/dev/null",
    ]).toString();
    const certificate = { cert, key: "", domains: ["desk.test"], directory: "https://ca.test" };
    writeKept(balcao.folder, balcao.tenants.keys, { accountKey: "", directory: "https://ca.test", certificate });
    const { findings } = await examineAlone({
      folder: balcao.folder,
      now: Date.now(),
      isDeep: false,
      version: "1.0.0",
      proc: "/proc/self",
    });
    expect(findings.find(({ what }) => what === "certificate_ends")).toMatchObject({ level: "warning" });
  });

  test("a public address without https, and a port at which nobody answers", async () => {
    expect(wrongIn(await look({}, { demo: true, publicUrl: "http://desk.example.com" }))).toMatchObject([
      { what: "address_plain", level: "warning" },
    ]);
    expect(names(await look({}, { demo: true, publicUrl: "http://localhost:3000" }))).toEqual([]);
    expect(wrongIn(await look({ address: "http://127.0.0.1:1" }))).toMatchObject([{ what: "port_deaf", level: "bad" }]);
  });

  test("a connection that keeps trying has been down since it was lost, not since it tried last", async () => {
    const now = Date.now();
    balcao.aurora.write((db) => {
      const lost = { status: "DISCONNECTED", situation: "unreachable" } as const;
      db.update(connectionTable).set({ shouldRun: true, number: "5511", ...lost, since: now - 1000 }).run();
      const was = { connectionId: 1, code: null };
      noteChange(db, { ...was, status: "CONNECTED", situation: "connected", at: now - DAY });
      noteChange(db, { ...was, ...lost, at: now - 20 * MINUTE });
      noteChange(db, { ...was, status: "OPENING", situation: "connecting", at: now - 2000 });
      noteChange(db, { ...was, ...lost, at: now - 1000 });
    });
    expect(wrongIn(await look())).toMatchObject([{
      what: "connection_down",
      company: 2,
      says: expect.stringMatching(/for 20 minutes/),
    }]);
  });

  test("companies where nothing is down and nothing waits keep their files closed", async () => {
    rollUpFigures(balcao.tenants, [balcao.provider, balcao.aurora, balcao.norte], new Date());
    const opened: number[] = [];
    const checks = CHECKS.filter(({ name }) => name === "connections" || name === "outbox");
    await look();
    const patient = patientOf(balcao.tenants, { isDeep: false });
    await examine({ ...patient, read: (id) => (opened.push(id), patient.read(id)) }, checks);
    expect(opened).toEqual([]);
  });

  test("a file that answers slowly, by what it is asked and never by the values", async () => {
    const { slow } = balcao.tenants;
    for (let nth = 0; nth < 6; nth++) {
      slow.note(2, `select "id" from "messages" where "messages"."body" = ?`, 250 + nth);
    }
    slow.note(3, "delete from drafts", 900);
    expect(wrongIn(await look())).toMatchObject([
      { what: "slow_statements", company: 2, facts: { count: 6, name: "select messages", ms: 255 } },
    ]);
  });

  test("a statement that takes its time is noted with its file", () => {
    const { aurora, tenants } = balcao, began = Date.now();
    aurora.read.all(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 4000000)
      select max(i) as i from n`);
    expect(tenants.slow.since(began)).toMatchObject([{ companyId: 2, name: expect.stringMatching(/^select/) }]);
  });

  test("the server before this one died, which is said for a day", async () => {
    const diedBefore = { since: Date.now() - 3 * DAY };
    expect(wrongIn(await look({ diedBefore }))).toMatchObject([{ what: "crashed", level: "warning" }]);
    expect(names(await look({ diedBefore, startedAt: Date.now() - 25 * HOUR }))).toEqual([]);
  });

  test("a process that takes much of the machine's memory", async () => {
    const proc = await Deno.makeTempDir();
    Deno.writeTextFileSync(`${proc}/status`, `VmRSS:\t ${Math.round(Deno.systemMemoryInfo().total / 1024 * 0.9)} kB\n`);
    await look();
    const { findings } = await examine({ ...patientOf(balcao.tenants, { isDeep: false }), proc });
    expect(findings.find(({ what }) => what === "memory_high")).toMatchObject({
      level: "warning",
      says: expect.stringMatching(/sessions/),
    });
    await Deno.remove(proc, { recursive: true });
  });

  test("the provider's screen has it with the companies' names; nobody else may ask", async () => {
    balcao.tenants.quarantine.set(3, "company.db is damaged (malformed)");
    await look();
    const { status, body } = await balcao.as("super@balcao.test")("GET", "/doctor");
    expect(status).toBe(200);
    expect(body).toMatchObject({ level: "bad", hasBackups: false, places: [], vitals: { sessions: 0 } });
    expect(body.findings.filter(({ level }: Finding) => level !== "good")).toMatchObject([
      {
        check: "damage",
        what: "damaged",
        companyName: "Oficina Norte",
        facts: { why: expect.stringMatching(/malformed/) },
      },
    ]);
    expect((await balcao.as("ana@aurora.test")("GET", "/doctor")).status).toBe(403);
    expect((await balcao.send(undefined, "GET", "/doctor")).status).toBe(401);
  });

  test("an event loop that is held up", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const metrics = newMetrics(balcao.tenants, balcao.supervisor), unwatch = metrics.watchEventLoop();
    let now = performance.now();
    const round = (late: number) => {
      const clock = vi.spyOn(performance, "now").mockReturnValue(now += 500 + late);
      vi.advanceTimersByTime(500);
      clock.mockRestore();
    };
    const startedAt = Date.now() - HOUR;
    expect(names(await look({ loopDelay: metrics.loopDelay, startedAt }))).toEqual([]);
    round(0);
    expect(names(await look({ loopDelay: metrics.loopDelay, startedAt }))).toEqual([]);
    round(1500);
    // A start is no sign of anything.
    expect(wrongIn(await look({ loopDelay: metrics.loopDelay }))).toEqual([]);
    expect(wrongIn(await look({ loopDelay: metrics.loopDelay, startedAt }))).toMatchObject([{
      what: "event_loop_late",
      level: "bad",
    }]);
    unwatch();
  });

  test("backups: no key, words that nobody has confirmed, a place that fails, one that is behind, and a restore that was not proven", async () => {
    expect(names(await look({}, {}))).toEqual(["backup_no_key", "backup_no_place"]);
    const place = await anotherDisks(), { tenants } = balcao;
    await addTarget(tenants, { kind: "folder", path: place });
    backups.start(newRecoveryKey());
    await backups.current!.bringAll();
    expect(names(await look({}, {}))).toEqual([]);
    // Shown in a browser, which was closed.
    tenants.provider.write(oweWords);
    expect(names(await look({}, {}))).toEqual(["backup_words_owed"]);
    tenants.provider.write(noteWords);
    expect(names(await look({}, {}))).toEqual([]);
    const { ledger, targets: [target] } = backups.current!;
    ledger.write((db) => {
      const row = { targetId: target!.known.id, companyId: 2, at: Date.now() - 3 * DAY };
      db.insert(proofTable).values([row, { ...row, companyId: 3, at: Date.now(), fault: "a piece is missing" }]).run();
    });
    expect(wrongIn(await look({}, {})).map(({ what, company }) => [what, company])).toEqual([
      ["proof_old", 2],
      ["proof_failed", 3],
    ]);
    ledger.write((db) => void db.delete(proofTable).run());
    await Deno.remove(place, { recursive: true });
    Deno.writeTextFileSync(place, "somebody put a file here");
    balcao.aurora.write((db) => void db.run(sql`update tickets set updated_at = updated_at`));
    ledger.add({
      ...{ companyId: 2, key: "v1/2/late", source: { nothing: true }, bytes: 0 },
      takenAt: Date.now() - 20 * MINUTE,
    }, [target!.known.id]);
    await backups.current!.bringAll();
    expect(names(await look({}, {}))).toEqual(["backup_fault", "backup_behind"]);
    ledger.write((db) => void db.update(objectTable).set({ takenAt: Date.now() - 2 * HOUR }).run());
    expect(wrongIn(await look({}, {})).find(({ what }) => what === "backup_behind")).toMatchObject({ level: "bad" });
    Deno.removeSync(place);
  });

  test("a place that another installation has claimed is named as that alone, with who has it and what to do", async () => {
    const place = await anotherDisks(), { tenants } = balcao, key = newRecoveryKey();
    await addTarget(tenants, { kind: "folder", path: place });
    backups.start(key);
    await backups.current!.bringAll();
    const { id } = backups.current!.targets[0]!.known, other = { id: "0badcafe" };
    const since = Date.now() + 1;
    await holdPlace(folderTarget(place), { installation: other, key: keysOf(key).data, since, folder: balcao.folder });
    backups.current!.ledger.add({
      ...{ companyId: 2, key: "v1/2/late", source: { nothing: true }, bytes: 0 },
      takenAt: Date.now() - 2 * HOUR,
    }, [id]);
    await backups.current!.bringAll();
    expect(names(await look({}, {}))).toEqual(["backup_claimed"]);
    const [found] = wrongIn(await look({}, {}));
    expect(found).toMatchObject({ level: "bad", facts: { id, place, who: expect.stringContaining(balcao.folder) } });
    expect(found!.todo).toContain(`balcao backup remove ${id}`);
    expect(found!.todo).toMatch(/if that refuses it, .* with an empty one$/);
    const sue = balcao.as("super@balcao.test"), claimed = { who: found!.facts!.who, at: expect.stringMatching(/^20/) };
    expect((await sue("GET", "/doctor")).body.places).toMatchObject([{ place, claimed }]);
    await Deno.remove(place, { recursive: true });
  });

  test("a place with nothing of what was brought to it is named as that alone, and takes it all when it is back", async () => {
    const place = await anotherDisks(), { tenants } = balcao;
    await addTarget(tenants, { kind: "folder", path: place });
    backups.start(newRecoveryKey());
    await backups.current!.bringAll();
    await Deno.rename(place, `${place}.away`);
    await Deno.mkdir(place);
    balcao.aurora.write((db) => void db.run(sql`update tickets set updated_at = updated_at`));
    await backups.current!.bringAll();
    const found = wrongIn(await look({}, {})), { id } = backups.current!.targets[0]!.known;
    expect(found).toMatchObject([{ what: "backup_emptied", level: "bad", facts: { id, place } }]);
    expect(found[0]!.todo).toContain(`balcao backup remove ${id}`);
    const shown = async () => (await balcao.as("super@balcao.test")("GET", "/doctor")).body.places;
    expect(await shown()).toMatchObject([{ place, isEmptied: true }]);
    await Deno.remove(place);
    await Deno.rename(`${place}.away`, place);
    await backups.current!.bringAll();
    expect(names(await look({}, {}))).toEqual([]);
    expect(await shown()).toMatchObject([{ place, isEmptied: false, objects: 0 }]);
    await Deno.remove(place, { recursive: true });
  });

  test("a place that has nothing of some companies is named with them, once there was time to take them", async () => {
    const place = await anotherDisks(), { tenants } = balcao, startedAt = Date.now() - HOUR;
    await addTarget(tenants, { kind: "folder", path: place });
    const key = newRecoveryKey();
    backups.start(key);
    await backups.current!.bringAll();
    const { ledger } = backups.current!;
    ledger.write((db) => void db.delete(chainTable).where(inArray(chainTable.companyId, [0, 2])).run());
    expect(names(await look({ startedAt }, {}))).toEqual([]);
    const added = (ago: number) =>
      tenants.provider.write((db) => {
        db.update(backupTargetTable).set({ createdAt: Date.now() - ago }).run();
        db.update(companyTable).set({ createdAt: Date.now() - DAY }).run();
      });
    added(20 * MINUTE);
    backups.current!.openTargets();
    await backups.close();
    backups = new RunningBackups(tenants, undefined);
    backups.start(key);
    expect(names(await look({}, {}))).toEqual([]);
    const [found] = wrongIn(await look({ startedAt }, {})).filter(({ what }) => what === "backup_missing");
    expect(found).toMatchObject({ level: "warning", facts: { place, count: 2, companies: "0, 2" } });
    expect(found!.says).toContain("0 is the provider's file");
    await Deno.remove(place, { recursive: true });
  });

  test("a backup that began anew is told of for a day, and one that cannot for as long as it stands still", async () => {
    await addTarget(balcao.tenants, { kind: "folder", path: await anotherDisks() });
    backups.start(newRecoveryKey());
    const { ledger } = backups.current!;
    await backups.current!.bringAll();
    const broken = (ago: number, baseAt: number | null, brokenWhy: string | null) =>
      ledger.write((db) => {
        const is = { brokenAt: Date.now() - ago, baseAt, brokenWhy };
        db.update(chainTable).set(is).where(eq(chainTable.companyId, 2)).run();
      });
    for (
      const [ago, baseAt, what, why = null] of [
        [2 * MINUTE, null, "backup_broken"],
        [20 * MINUTE, null, "backup_still"],
        [2 * DAY, null, "backup_still"],
        [20 * MINUTE, Date.now(), "backup_broken"],
        [2 * DAY, Date.now(), undefined],
        [20 * MINUTE, null, "backup_lapsed", "No space left on device"],
        [20 * MINUTE, Date.now(), "backup_lapsed", "No space left on device"],
        [2 * DAY, Date.now(), undefined, "No space left on device"],
      ] as const
    ) {
      broken(ago, baseAt, why);
      const found = wrongIn(await look({}, {}));
      expect(found.map(({ what, company }) => [what, company]), `${ago}, ${baseAt}`).toEqual(what ? [[what, 2]] : []);
    }
  });

  test("what cannot be taken for the backup is told once, by its company, and worse after a while", async () => {
    await addTarget(balcao.tenants, { kind: "folder", path: await anotherDisks() });
    backups.start(newRecoveryKey());
    const current = backups.current!, { spool } = current.ledger;
    await current.bringAll();
    Deno.removeSync(spool, { recursive: true });
    Deno.writeTextFileSync(spool, "");
    balcao.aurora.write((db) => aTicket(db));
    current.tick();
    expect(wrongIn(await look({}, {}))).toMatchObject([{
      ...{ what: "backup_untaken", level: "warning", company: 2, facts: { why: `${spool}: it is no folder` } },
    }]);
    vi.setSystemTime(Date.now() + 6 * MINUTE);
    onTestFinished(() => void vi.useRealTimers());
    const found = wrongIn(await look({}, {})).filter(({ check }) => check === "backup_age");
    expect(found).toMatchObject([{ what: "backup_untaken", level: "bad", company: 2 }]);
    expect(found[0]!.says).toContain("6 minutes");
  });

  test("a backup that nobody has ever restored is named after two days; of a removed company nothing is said", async () => {
    const place = await anotherDisks(), { tenants } = balcao, before = Date.now() - 3 * DAY;
    await addTarget(tenants, { kind: "folder", path: place });
    tenants.provider.write((db) => {
      db.update(backupTargetTable).set({ createdAt: before }).run();
      db.update(companyTable).set({ createdAt: before }).run();
      db.update(companyTable).set({ createdAt: Date.now() }).where(eq(companyTable.id, 2)).run();
      db.update(companyTable).set({ removedAt: Date.now() }).where(eq(companyTable.id, 3)).run();
    });
    backups.start(newRecoveryKey());
    await backups.current!.bringAll();
    const said = async () => wrongIn(await look({}, {})).map(({ what, company }) => [what, company]);
    expect(await said()).toEqual([["proof_missing", undefined], ["proof_missing", 1]]);
    const proof = { targetId: backups.current!.targets[0]!.known.id, at: Date.now(), newest: 0, messages: 0 };
    for (const companyId of [0, 1]) backups.current!.ledger.setProof({ ...proof, companyId, fault: null });
    backups.current!.ledger.setProof({ ...proof, companyId: 3, fault: "a piece is missing" });
    expect(await said()).toEqual([]);
    await Deno.remove(place, { recursive: true });
  });
});

test("fifty companies are looked at within two seconds", async () => {
  const folder = await aDataFolder(), tenants = new Tenants(folder);
  for (let id = 4; id <= 53; id++) tenants.found(id);
  tenants.close();
  execFileSync("chmod", ["-R", "go=", folder]);
  const began = performance.now();
  const { findings } = await examineAlone({
    folder,
    now: Date.now(),
    isDeep: false,
    version: "1.0.0",
    proc: "/proc/self",
  });
  expect(performance.now() - began).toBeLessThan(2000);
  expect(names(findings)).toEqual(["backup_no_key", "backup_no_place"]);
  await Deno.remove(folder, { recursive: true });
});
