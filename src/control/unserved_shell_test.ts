import { afterAll, beforeAll, expect, test } from "vitest";
import { PROVIDER } from "../backups/keys.ts";
import { restorableOf } from "../backups/restore.ts";
import { folderTarget } from "../backups/targets/folder.ts";
import { aShell } from "../testing/command.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { aProcess } from "../testing/process.ts";

/** Nobody answers there: no line is linked. */
const NOWHERE = "ws://127.0.0.1:9";
let data: string, home: string, server: ReturnType<typeof aProcess>;
beforeAll(async () => {
  data = await aDataFolder();
  home = await Deno.makeTempDir({ prefix: "balcao-unserved-" });
  server = aProcess(data, NOWHERE);
});
afterAll(async () => {
  await server.end();
  for (const folder of [data, home]) await Deno.remove(folder, { recursive: true });
  await Deno.remove(`${data}.backup.key`).catch(() => {});
});

const balcao = aShell(() => data);
test("after a kill, commands without a server leave a backup whole, and name a company whose folder is gone", async () => {
  server.start();
  await until(server.isUp, 60_000);
  await balcao("backup", "key");
  await Deno.mkdir(`${home}/backup`);
  expect((await balcao("backup", "add", "folder", `${home}/backup`)).code).toBe(0);
  expect((await balcao("backup", "now")).code).toBe(0);
  // It dies with something in its logs, of which a part is taken.
  const since = Date.now(), kept = (id: number) => restorableOf(folderTarget(`${home}/backup`), id);
  expect((await balcao("company", "add", "Antes")).answer).toMatchObject({ id: 4 });
  await until(async () => (await kept(PROVIDER)).pieces.some(({ at }) => at > since));
  await until(async () => (await kept(4)).bases.length === 1);
  await server.end();

  expect((await balcao("company", "list")).answer).toHaveLength(4);
  expect((await balcao("company", "add", "Depois")).answer).toMatchObject({ id: 5 });
  expect((await balcao("restore", "2", "--to", `${home}/aurora`)).code).toBe(0);
  await Deno.remove(`${data}/3`, { recursive: true });

  const damage = expect.stringContaining("balcao restore 3");
  expect((await balcao("company", "list")).answer.find(({ id }: { id: number }) => id === 3)).toMatchObject({ damage });
  expect((await balcao("company", "show", "3")).answer).toMatchObject({ damage });
  expect((await balcao("backup", "status")).answer.companies).toContainEqual(
    expect.objectContaining({ id: 3, damage }),
  );
  expect(await balcao("user", "list", "3")).toMatchObject({ code: 1, said: damage });

  server.start();
  const first = await until(
    () => fetch(`${server.address}/health`).then((answer) => answer.json(), () => undefined),
    60_000,
  );
  expect(first).toMatchObject({ status: "degraded" });
  expect((await balcao("restore", "3")).code).toBe(0);
  expect((await balcao("backup", "now")).said).toBe("");
  const { findings } = (await balcao("doctor")).answer;
  const ofBackups = findings.filter(({ check }: { check: string }) => check.startsWith("backup_"));
  expect(
    ofBackups.map(({ what, company }: { what: string; company?: number }) =>
      company === undefined ? what : `${what} ${company}`
    ).sort(),
  ).toEqual(["backup_age", "proof_waiting"]);

  // Nobody writes to it, and nobody asks.
  await Deno.remove(`${data}/2`, { recursive: true });
  const isDegraded = async () => (await (await fetch(`${server.address}/health`)).json()).status === "degraded";
  await until(isDegraded, 30_000);
  const said = (await balcao("doctor")).answer.findings.filter(({ company }: { company?: number }) => company === 2);
  expect(said.map(({ what }: { what: string }) => what)).toEqual(["damaged"]);

  // What only a server knows is not said without one, and how the last one ended is.
  await server.end();
  const alone = (await balcao("doctor")).answer.findings.map(({ check, what }: { check: string; what: string }) =>
    check === what ? what : `${check} ${what}`
  );
  expect(alone).toContain("restart crashed");
  for (const check of ["backup_age", "backup_proof", "connections", "outbox"]) {
    expect(alone.join("\n")).not.toMatch(new RegExp(`^${check}\\b`, "m"));
  }
});
