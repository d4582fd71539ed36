import { expect, onTestFinished, test } from "vitest";
import { openDbFile } from "../platform/db.ts";
import { Tenants } from "../platform/tenants.ts";
import { startSimulator } from "../simulator/simulator.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { canTrace, Recording, traced, traceEnded } from "../testing/power_cut.ts";
import { aProcess, pause } from "../testing/process.ts";
import { AURORA_PHONE } from "../testing/road.ts";

/** Moments at which the power is cut; at each, once with all lost that was not synced, and once with some of it. */
const CUTS = 50;
const PHONES = 3;
/** How long (ms) there is traffic. */
const TRAFFIC = 6000;

test.skipIf(!await canTrace())(`at ${CUTS} power cuts nothing that anybody was told is stored is lost`, async () => {
  const simulator = await startSimulator();
  const owner = simulator.network.addPhone({ name: "Padaria Aurora", number: AURORA_PHONE });
  const phones = Array.from(
    { length: PHONES },
    (_, nth) => simulator.network.addPhone({ name: `Cliente ${nth}`, number: `551198888000${nth}` }),
  );
  const folder = await Deno.realPath(await aDataFolder());
  const before = `${folder}-before`, after = `${folder}-after`, trace = `${folder}.trace`;
  await new Deno.Command("cp", { args: ["-a", folder, before] }).output();
  const { start, end, isUp, caller } = aProcess(
    folder,
    simulator.url,
    {},
    (command, args) => traced(trace, command, args),
  );
  onTestFinished(async () => {
    await end();
    await simulator.stop();
    for (const each of [folder, before, after, trace]) await Deno.remove(each, { recursive: true }).catch(() => {});
  });
  const server = start();
  await until(isUp, 60_000);
  const ana = await caller();
  await ana("POST", "/whatsappsession/1", {});
  await owner.scan(await until(async () => (await ana("GET", "/whatsapp/1")).qrcode));
  await until(async () => (await ana("GET", "/whatsapp/1")).status === "CONNECTED");

  /** What somebody was told, and when (ms): a customer's message by its id, an attendant's by its words. */
  const received = new Map<string, number>(), answered = new Map<string, number>();
  const linked = owner.devices[0]!, acknowledge = linked.acknowledge.bind(linked);
  linked.acknowledge = (kind, refused) => {
    if (kind.tag === "message" && kind.id && !refused) received.set(kind.id, preciseNow());
    acknowledge(kind, refused);
  };
  const written = new Set(phones.map((phone) => phone.write(AURORA_PHONE, "primeira")));
  const tickets: { id: number }[] = await until(async () => {
    const { tickets } = await ana("GET", "/tickets?status=pending&showAll=true");
    return tickets.length === PHONES ? tickets : undefined;
  });
  for (const { id } of tickets) await ana("PUT", `/tickets/${id}`, { status: "open", userId: 1 });
  let isOver = false;
  const customers = phones.map(async (phone) => {
    for (let count = 0; !isOver; count++) {
      written.add(phone.write(AURORA_PHONE, `pergunta ${count}`));
      await pause(40 + Math.random() * 80);
    }
  });
  const attendants = tickets.map(async ({ id }) => {
    for (let count = 0; !isOver; count++) {
      const body = `resposta ${id} ${count}`;
      await ana("POST", `/messages/${id}`, { body, localId: crypto.randomUUID() });
      answered.set(body, preciseNow());
      await pause(40 + Math.random() * 80);
    }
  });
  const from = preciseNow();
  await pause(TRAFFIC);
  await until(() => received.size > 50 && answered.size > 50);
  isOver = true;
  await Promise.all([...customers, ...attendants]);
  const to = preciseNow();
  server.kill("SIGKILL");
  await server.status;
  await traceEnded(trace);
  expect(received.size).toBeGreaterThan(50);
  expect(answered.size).toBeGreaterThan(50);

  const recording = await Recording.read(trace, folder, before);
  const lost: string[] = [];
  const moments = Array.from({ length: CUTS * 2 }, (_, nth) => ({
    time: from + Math.random() * (to - from),
    luck: nth % 2 === 0 ? 0 : Math.random(),
  })).sort((one, other) => one.time - other.time);
  await recording.cuts(moments, { folder, to: after }, (time) => {
    const stored = storedIn(after);
    for (const [id, at] of received) {
      if (at <= time && written.has(id) && !stored.wids.has(id)) lost.push(`received ${id}`);
    }
    for (const [body, at] of answered) if (at <= time && !stored.bodies.has(body)) lost.push(`answered ${body}`);
  });
  expect(lost).toEqual([]);
  // It is no sham: what was not written yet at the first cut is not found there.
  await recording.cuts([{ time: from, luck: 0 }], { folder, to: after }, () => {
    expect(storedIn(after).bodies.has([...answered.keys()].at(-1)!)).toBe(false);
  });
}, 240_000);

/** Milliseconds since 1970, with their fractions: a trace counts in microseconds. */
function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Opens all files of a folder as the next start does. */
function storedIn(folder: string): { wids: Set<string>; bodies: Set<string> } {
  const tenants = new Tenants(folder);
  try {
    expect(tenants.checkAll()).toHaveLength(tenants.ids().length);
  } finally {
    tenants.close();
  }
  const file = openDbFile(`${folder}/2/company.db`, { readonly: true });
  try {
    expect(file.one("PRAGMA integrity_check")).toEqual({ integrity_check: "ok" });
    const { wids, bodies } = file.one(
      "SELECT json_group_array(wid) AS wids, json_group_array(body) AS bodies FROM messages",
    )!;
    return { wids: new Set(JSON.parse(String(wids))), bodies: new Set(JSON.parse(String(bodies))) };
  } finally {
    file.close();
  }
}
