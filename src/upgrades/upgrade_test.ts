import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { serve } from "../app/serve.ts";
import { Backups } from "../backups/backups.ts";
import { newRecoveryKey } from "../backups/recovery_key.ts";
import { restorableOf } from "../backups/restore.ts";
import { folderTarget } from "../backups/targets/folder.ts";
import { addTarget } from "../backups/targets/targets.ts";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { openPrepared } from "../platform/data_folder.ts";
import { openDbFile } from "../platform/db.ts";
import { log } from "../platform/log.ts";
import { BadFile } from "../platform/migrate.ts";
import { Tenants } from "../platform/tenants.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { putOldFile } from "../testing/old_files.ts";
import { beginKeeping, keptFile, keptOf, swap } from "./kept.ts";
import { fileOf, knownSchemas, PROVIDER } from "./schemas.ts";
import { schemaOf } from "../platform/file_header.ts";
import { upgradeFolder } from "./upgrade.ts";
import type { Order } from "./orders.ts";
import { startWorking } from "./workers.ts";

const AURORA = 2, NORTE = 3;

let folder: string;
beforeEach(async () => {
  folder = await aDataFolder();
  onTestFinished(() => Deno.remove(folder, { recursive: true }));
});

const upgrade = () => upgradeFolder(folder, { now: Date.now() });
const schemas = () => [PROVIDER, AURORA, NORTE].map((id) => schemaOf(fileOf(folder, id)));
const newest = knownSchemas();
const NOW = [newest.provider, newest.company, newest.company];

/** Everything in the folder that an upgrade has left besides the files themselves. */
function leftOver(): string[] {
  return [".", "1", "2", "3"].flatMap((name) => [...Deno.readDirSync(`${folder}/${name}`)].map(({ name }) => name))
    .filter((name) => name.includes("upgrading"));
}

/** What SQLite finds, without a change to the file. */
function ask(path: string, sql: string): Record<string, unknown> | undefined {
  const copy = `${folder}/asked`;
  Deno.copyFileSync(path, copy);
  const file = openDbFile(copy, { readonly: true });
  try {
    return file.one(sql);
  } finally {
    file.close();
  }
}

/** Changes a file before the upgrade. */
function change(id: number, sql: string): void {
  const file = openDbFile(fileOf(folder, id));
  file.exec(sql);
  file.close();
}

describe("before a new version serves", () => {
  test("each file of an earlier one is upgraded on a copy, and the old one is kept", async () => {
    await putOldFile("company", 42, fileOf(folder, AURORA));
    await putOldFile("company", 33, fileOf(folder, NORTE));
    const before = Deno.readFileSync(fileOf(folder, AURORA)), said: string[] = [];
    const progress = ({ done, all }: { done: number; all: number }) => void said.push(`${done}/${all}`);
    expect(await upgradeFolder(folder, { progress, now: Date.now() })).toEqual(new Map());
    expect(schemas()).toEqual(NOW);
    expect(said).toEqual(["1/2", "2/2"]);
    expect(Deno.readFileSync(keptFile(folder, AURORA))).toEqual(before);
    expect(schemaOf(keptFile(folder, NORTE))).toBe(33);
    expect(leftOver()).toEqual([]);
    const tenants = new Tenants(folder);
    expect(tenants.checkAll().map(({ id }) => id)).toEqual([1, AURORA, NORTE]);
    tenants.close();
  });

  test("nothing is touched where every file is as it should be", async () => {
    const begin = vi.fn();
    await upgradeFolder(folder, { begin, now: Date.now() });
    expect(begin).not.toHaveBeenCalled();
    expect(keptOf(folder)).toBeUndefined();
    await upgradeFolder(`${folder}/new`, { begin, now: Date.now() });
    expect(begin).not.toHaveBeenCalled();
  });

  test("what a process that died had left in the file's log is in the upgraded file", async () => {
    const path = fileOf(folder, AURORA), dying = `${folder}/dying.db`;
    await putOldFile("company", 42, dying);
    const file = openDbFile(dying);
    file.exec(
      `insert into messages (id, ticket_id, contact_id, connection_id, chat, wid, from_me, body, kind, created_at)
      values (6, 1, 1, 1, 'x', 'LAST', 0, 'A última', 'text', 1760000400000)`,
    );
    for (const ending of ["", "-wal"]) await Deno.copyFile(`${dying}${ending}`, `${path}${ending}`);
    file.close();
    expect(await upgrade()).toEqual(new Map());
    for (const each of [path, keptFile(folder, AURORA)]) {
      expect(ask(each, "select body from messages order by id desc")).toEqual({ body: "A última" });
    }
  });

  test("two upgrades in a day: what can be brought back is from before the last of them", async () => {
    await putOldFile("company", 42, fileOf(folder, AURORA));
    await upgrade();
    // The same upgrade goes on, with a file that failed before: it adds to what is kept.
    await putOldFile("company", 38, fileOf(folder, NORTE));
    await upgrade();
    expect([AURORA, NORTE].map((id) => schemaOf(keptFile(folder, id)))).toEqual([42, 38]);
    const about = `${folder}/rollback/about.json`, kept = JSON.parse(await Deno.readTextFile(about));
    await Deno.writeTextFile(about, JSON.stringify({ ...kept, schemas: { ...kept.schemas, company: 40 } }));
    await putOldFile("company", 42, fileOf(folder, NORTE));
    await upgrade();
    expect([AURORA, NORTE].map((id) => schemaOf(keptFile(folder, id)))).toEqual([undefined, 42]);
  });
});

describe("an upgrade that fails", () => {
  const noise = vi.spyOn(log, "error").mockImplementation(() => {});

  test("leaves a company on its old file, closed and named; the others are served", async () => {
    await putOldFile("company", 42, fileOf(folder, AURORA));
    await putOldFile("company", 42, fileOf(folder, NORTE));
    change(AURORA, "alter table ticket_moves add column number text");
    const before = Deno.readFileSync(fileOf(folder, AURORA));
    const open = await openPrepared(folder, (folder) => upgradeFolder(folder, { now: Date.now() }));
    expect(schemas()).toEqual([newest.provider, 42, newest.company]);
    expect(Deno.readFileSync(fileOf(folder, AURORA))).toEqual(before);
    expect(leftOver()).toEqual([]);
    const path = `${Deno.realPathSync(folder)}/2/company.db`;
    expect([...open.tenants.quarantine]).toEqual([
      [AURORA, `${path} could not be brought from schema 42 to 0043_channels.sql: duplicate column name: number`],
    ]);
    expect(() => open.tenants.company(AURORA).read).toThrow("ERR_MAINTENANCE");
    expect(open.tenants.company(NORTE).read).toBeDefined();
    open.close();
    expect(noise).toHaveBeenCalled();
  });

  test("of the provider's file: nothing is changed at all, and nothing is served", async () => {
    await putOldFile("provider", 22, fileOf(folder, PROVIDER));
    await putOldFile("company", 42, fileOf(folder, AURORA));
    change(PROVIDER, "alter table company_figures add column outbox integer not null default 0");
    const before = Deno.readFileSync(fileOf(folder, PROVIDER));
    await expect(upgrade()).rejects.toThrow(BadFile);
    await expect(upgrade()).rejects.toThrow(/provider\.db .*0024_company_files\.sql: .*Nothing was changed/);
    expect(schemas()).toEqual([22, 42, newest.company]);
    expect(Deno.readFileSync(fileOf(folder, PROVIDER))).toEqual(before);
    expect([leftOver(), keptOf(folder)]).toEqual([[], undefined]);
  });

  test("over a damaged page of one company names it, and the others are upgraded", async () => {
    await putOldFile("company", 42, fileOf(folder, AURORA));
    await putOldFile("company", 42, fileOf(folder, NORTE));
    using disk = await Deno.open(fileOf(folder, AURORA), { write: true });
    for (let page = 30; page < 60; page++) {
      await disk.seek(page * 4096, Deno.SeekMode.Start);
      await disk.write(new Uint8Array(4096).fill(0xff));
    }
    const failed = await upgrade();
    expect([...failed.keys()]).toEqual([AURORA]);
    expect(failed.get(AURORA)).toMatch(/2\/company\.db .*(malformed|damaged)/);
    expect(schemas()).toEqual([newest.provider, 42, newest.company]);
  });

  test("whatever kills the process that makes a copy is that file's fault alone", async () => {
    const spawn = vi.fn(() =>
      new Deno.Command("sh", {
        args: ["-c", `read line; case $line in *one*) echo killed >&2; kill -9 $$;; esac; echo '{"id":3}'`],
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn()
    );
    const copier = startWorking<Order>(spawn), order = { kind: "company", path: "", copy: "" } as const;
    expect(await copier.carryOut({ ...order, id: 2, copy: "one" })).toEqual({
      id: 2,
      fault: "the process that works on it ended with SIGKILL: killed",
    });
    expect(await copier.carryOut({ ...order, id: 3 })).toEqual({ id: 3 });
    await copier.end();
    expect(spawn).toHaveBeenCalledTimes(2);
  });
});

/** A server on a port that is known before it serves, so that it can be asked meanwhile. */
async function starting() {
  const probe = Deno.listen({ port: 0, hostname: "127.0.0.1" }), { port } = probe.addr as Deno.NetAddr;
  probe.close();
  const config = { host: "127.0.0.1", port, data: folder, demo: false };
  const started = serve({ ...config, publicUrl: undefined, whatsappUrl: undefined, whatsappCa: undefined });
  const get = async (path: string, headers: HeadersInit = {}) => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers }).catch(() => undefined);
      if (answer) return answer;
    }
  };
  return { started, get };
}

test("while files are upgraded the port says so, in three languages, and serves right after", async () => {
  await putOldFile("company", 5, fileOf(folder, AURORA));
  const { started, get } = await starting();
  const page = await get("/tickets", { accept: "text/html" });
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
  const text = await page.text();
  for (const words of ["Em manutenção", "We are upgrading", "actualizando", `http-equiv="refresh"`]) {
    expect(text).toContain(words);
  }
  const health = await get("/api/health");
  expect([health.status, await health.json()]).toEqual([503, { status: "upgrading", done: 0, all: 1 }]);
  expect(await (await get("/api/tickets")).json()).toEqual({ error: "ERR_MAINTENANCE" });
  const server = await started;
  expect(await (await get("/api/health")).json()).toEqual({ status: "ok" });
  await server.stop();
});

test(
  "people of a company that could not be upgraded are told so, and the provider sees which one",
  async () => {
    const noise = vi.spyOn(log, "error").mockImplementation(() => {});
    await putOldFile("company", 42, fileOf(folder, AURORA));
    change(AURORA, "alter table ticket_moves add column number text");
    const { started } = await starting();
    const { address, stop } = await started;
    const call = async (method: string, path: string, { token, body }: { token?: string; body?: object } = {}) => {
      const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
      const answer = await fetch(`${address}/api${path}`, { method, headers, body: body && JSON.stringify(body) });
      return { status: answer.status, body: await answer.json() };
    };
    const logIn = (email: string) => call("POST", "/auth/login", { body: { email, password: DEMO_PASSWORD } });
    expect(await logIn("ana@aurora.test")).toEqual({ status: 503, body: { error: "ERR_MAINTENANCE" } });
    expect((await logIn("nina@norte.test")).status).toBe(200);
    const { body: { token } } = await logIn("super@balcao.test");
    const { body: { companies } } = await call("GET", "/cockpit", { token });
    const isClosed = (each: { name: string; isNotUpgraded: boolean }) => [each.name, each.isNotUpgraded];
    expect(Object.fromEntries(companies.map(isClosed))).toMatchObject({
      "Padaria Aurora": true,
      "Oficina Norte": false,
    });
    await stop();
    noise.mockRestore();
  },
);

test(
  "a backup takes a file that another stands in for from its beginning, and the one that was brought back, too",
  async () => {
    const copies = await Deno.makeTempDir(), key = newRecoveryKey(), target = folderTarget(copies);
    onTestFinished(() => Deno.remove(copies, { recursive: true }));
    const tenants = new Tenants(folder);
    await addTarget(tenants, { kind: "folder", path: copies });
    tenants.close();
    /** How many bases of Aurora there are once a server has come, brought all to the target, and gone. */
    const bases = async () => {
      const tenants = new Tenants(folder), backups = new Backups(tenants, key);
      tenants.checkAll([AURORA]);
      await backups.bringAll();
      tenants.close();
      await backups.close(0);
      return (await restorableOf(target, AURORA)).bases.length;
    };
    expect([await bases(), await bases()]).toEqual([1, 1]);
    const path = fileOf(folder, AURORA), kept = keptFile(folder, AURORA), { size } = Deno.statSync(path);
    Deno.copyFileSync(path, `${path}.copy`);
    beginKeeping(folder, {}, Date.now());
    swap(folder, AURORA, `${path}.copy`);
    expect(Deno.statSync(path).size).toBe(size);
    expect([await bases(), await bases()]).toEqual([2, 2]);
    Deno.renameSync(kept, path);
    expect(await bases()).toBe(3);
  },
);
