import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "../platform/log.ts";
import type { Provider } from "../platform/provider_file.ts";
import { addQueue } from "../queues/queues.ts";
import { until } from "../testing/fixtures.ts";
import { aRoad, AURORA_PHONE, type Road } from "../testing/road.ts";

const PAGE = 4096;

let road: Road;
beforeEach(async () => void (road = await aRoad()));
afterEach(async () => await road.stop());

/** What a dying disk does: pages in the middle of a file that is being served turn into noise. */
function damage(path: string, file: Pick<Provider, "read" | "write">): void {
  file.write((db) => void db.all(sql.raw("PRAGMA user_version")));
  file.read.all(sql.raw("PRAGMA wal_checkpoint(PASSIVE)") as never);
  const disk = Deno.openSync(path, { read: true, write: true });
  const pages = Math.floor(disk.statSync().size / PAGE);
  for (let page = 1; page < pages; page++) {
    disk.seekSync(page * PAGE, Deno.SeekMode.Start);
    disk.writeSync(crypto.getRandomValues(new Uint8Array(PAGE)));
  }
  disk.close();
  // What lies in memory already hides the damage for a while.
  file.write((db) => void db.all(sql.raw("PRAGMA shrink_memory")));
  file.read.all(sql.raw("PRAGMA shrink_memory") as never);
}

/** As the provider's own people read it. */
const health = async () => (await road.as("super")("GET", "/health")).body;

test("a company whose file is damaged while it is served is closed at once and named; the others go on", async () => {
  const ana = road.as("ana"), nina = road.as("nina"), joana = road.customer();
  joana.write(AURORA_PHONE, "antes");
  await until(async () => (await ana("GET", "/tickets?status=pending&showAll=true")).body.tickets[0]);
  await nina("GET", "/queue");
  expect(await health()).toMatchObject({ status: "ok", quarantined: {} });
  const screens: string[] = [];
  road.aurora.hub.join({
    person: { id: 1, profile: "admin", super: false, queueIds: [] },
    sessionId: "x",
    send: () => {},
    close: (reason) => void screens.push(reason),
  });

  const errors = vi.spyOn(log, "error");
  damage(`${road.aurora.folder}/company.db`, road.aurora);
  joana.write(AURORA_PHONE, "durante");
  await until(async () => (await health()).status === "degraded");
  expect(Object.keys((await health()).quarantined)).toEqual([String(road.aurora.id)]);
  // A balancer leaves the others their server, and whoever watches hears of it; who it is, and why, is not for strangers.
  const asked = await fetch(`${road.server.address}/api/health`);
  expect([asked.status, await asked.json()]).toEqual([200, { status: "degraded", demo: true }]);
  expect(road.server.tenants.quarantine.get(road.aurora.id)).toContain("restore a backup");
  expect(screens).toEqual(["ERR_COMPANY_UNAVAILABLE"]);
  for (const path of ["/tickets?status=pending", "/whatsapp/", "/contacts"]) {
    expect(await ana("GET", path)).toEqual({ status: 503, body: { error: "ERR_COMPANY_UNAVAILABLE" } });
  }
  const requests = errors.mock.calls.filter(([text]) => text.startsWith("GET "));
  errors.mockRestore();
  expect(requests).toEqual([]);
  // Its line is let go, and the network keeps what nobody has acknowledged.
  const kept = road.owner.devices.flatMap(({ waiting }) => [...waiting.values()].map(({ node }) => node.attrs.id));
  expect(joana.sent.map(({ id, text }) => [text, kept.includes(id)])).toEqual([["antes", false], ["durante", true]]);
  expect(road.server.supervisor.find(road.aurora, road.connectionId)).toBeUndefined();
  expect((await nina("GET", "/queue")).status).toBe(200);
  road.norte.write((db) => void addQueue(db, { name: "Nova", color: "#123456" }));
});

test.each([
  ["deleted", (folder: string) => Deno.removeSync(folder, { recursive: true })],
  ["moved away", (folder: string) => Deno.renameSync(folder, `${folder}.away`)],
  ["replaced", (folder: string) => {
    Deno.copyFileSync(`${folder}/company.db`, `${folder}/other.db`);
    Deno.renameSync(`${folder}/other.db`, `${folder}/company.db`);
  }],
])(
  "of a company whose files are %s while it is served nothing more is acknowledged, and it is named",
  async (_, act) => {
    const ana = road.as("ana"), joana = road.customer();
    joana.write(AURORA_PHONE, "antes");
    await until(async () => (await ana("GET", "/tickets?status=pending&showAll=true")).body.tickets[0]);
    const ids = () =>
      road.owner.devices.flatMap(({ waiting }) => [...waiting.values()].map(({ node }) => node.attrs.id));
    const kept = () => joana.sent.filter(({ id }) => ids().includes(id)).map(({ text }) => text);
    await until(() => kept().length === 0);
    act(road.aurora.folder);
    joana.write(AURORA_PHONE, "durante");
    await until(async () => (await health()).status === "degraded");
    expect(road.server.tenants.quarantine.get(road.aurora.id)).toContain("deleted or replaced while it was served");
    joana.write(AURORA_PHONE, "depois");
    await until(() => kept().includes("depois"));
    expect(kept()).toEqual(["durante", "depois"]);
    await expect(road.aurora.settled()).rejects.toMatchObject({ code: "ERR_COMPANY_UNAVAILABLE" });
    expect(await ana("POST", "/tags", { name: "Nova", color: "#123456" })).toMatchObject({ status: 503 });
  },
);

test("with the provider's own file damaged nothing is served wrongly, and health says so", async () => {
  const ana = road.as("ana");
  await ana("GET", "/queue");
  damage(`${road.server.tenants.folder}/provider.db`, road.server.tenants.provider);
  expect(await ana("GET", "/queue")).toEqual({ status: 503, body: { error: "ERR_SERVER_UNAVAILABLE" } });
  const login = { email: "bruno@aurora.test", password: "balcao-1" };
  expect(await road.as("bruno")("POST", "/auth/login", login)).toMatchObject({ status: 503 });
  const answer = await fetch(`${road.server.address}/api/health`);
  expect([answer.status, (await answer.json()).status]).toEqual([503, "unavailable"]);
  expect(road.server.supervisor.find(road.aurora, road.connectionId)).toBeUndefined();
});
