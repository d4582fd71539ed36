import { asc, eq, isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { WhatsAppSession } from "../channels/whatsapp/session.ts";
import { pointTo } from "../channels/whatsapp/trust.ts";
import { authTable, journalTable } from "../channels/whatsapp/table.ts";
import { connectionById, recordState } from "../connections/connections.ts";
import type { ConnectionChange } from "../contract/connections.ts";
import { messageTable } from "../messages/table.ts";
import { log } from "../platform/log.ts";
import { until } from "../testing/fixtures.ts";
import { aRoad, type Road } from "../testing/road.ts";

let road: Road;
beforeAll(async () => void (road = await aRoad()));
afterAll(async () => await road.stop());
afterEach(() => pointTo({ url: road.simulator.url }));

let count = 0;

/** A new connection that shows its code, and the phone that could scan it. */
async function aConnection() {
  const ana = road.as("ana"), nth = ++count;
  const { body: { id } } = await ana("POST", "/whatsapp", { name: `Loja ${nth}` });
  const phone = road.simulator.network.addPhone({ name: `Loja ${nth}`, number: `5511400000${10 + nth}` });
  const row = () => connectionById(road.aurora.read, id)!;
  const looks = () => [row().status, row().situation];
  const code = () => until(() => road.server.supervisor.liveOf(road.aurora, id).qrcode);
  const connected = () => until(() => row().status === "CONNECTED");
  const keys = () => road.aurora.read.select().from(authTable).all().filter(({ connectionId }) => connectionId === id);
  return { ana, id, phone, row, looks, code, connected, keys, start: () => ana("POST", `/whatsappsession/${id}`, {}) };
}

async function aLink() {
  const connection = await aConnection();
  await connection.phone.scan(await connection.code());
  await connection.connected();
  return connection;
}

test("a code is scanned, and everybody sees that it is connected; only admins saw the code", async () => {
  const { id, phone, code, connected, looks } = await aConnection();
  await code();
  const shown = async (who: string) => (await road.as(who)("GET", `/whatsapp/${id}`)).body;
  expect(await shown("ana")).toMatchObject({ status: "qrcode", situation: "waiting_for_scan", qr: { nth: 1, of: 3 } });
  expect((await shown("ana")).qrcode).toMatch(/,/);
  expect(await shown("bruno")).toMatchObject({ status: "qrcode", qrcode: "", qr: null });
  expect((await shown("nina")).error).toBe("ERR_NO_WAPP_FOUND");
  await phone.scan(await code());
  await connected();
  expect(looks()).toEqual(["CONNECTED", "connected"]);
  expect(await shown("bruno")).toMatchObject({ number: phone.number, qrcode: "" });
});

test("a network that takes the call but says nothing is left, and called again", async () => {
  let calls = 0;
  const silent = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    calls++;
    return Deno.upgradeWebSocket(request).response;
  });
  const connection = await aLink();
  pointTo({ url: `ws://127.0.0.1:${silent.addr.port}/`, answersWithin: 300 });
  road.simulator.network.close(connection.phone.number, "drop");
  await until(() => calls > 0);
  await until(() => connection.row().status === "TIMEOUT");
  expect(connection.looks()).toEqual(["TIMEOUT", "unreachable"]);
  pointTo({ url: road.simulator.url });
  await connection.connected();
  expect(calls).toBe(1);
  await silent.shutdown();
});

test("a customer who writes to two connections at the same moment is heard on both, in order", async () => {
  const links = [await aLink(), await aLink()];
  const bia = road.customer({ name: "Bia" });
  const texts = Array.from({ length: 20 }, (_, nth) => `mensagem ${nth}`);
  for (const text of texts) for (const { phone } of links) bia.write(phone.number, text);
  for (const { id } of links) {
    const heard = () =>
      road.aurora.read.select().from(messageTable).where(eq(messageTable.connectionId, id))
        .orderBy(asc(messageTable.createdAt), asc(messageTable.id)).all();
    await until(() => heard().length >= texts.length);
    expect(heard().map(({ body }) => body)).toEqual(texts);
  }
  const open = () => road.aurora.read.select().from(journalTable).where(isNull(journalTable.settledAt)).all();
  expect(open()).toEqual([]);
});

test("three codes that nobody scans are enough; asked again, it shows another", async () => {
  pointTo({ url: road.simulator.url, codesLive: 400 });
  const { looks, code, start, row } = await aConnection();
  const seen = new Set<string>();
  await until(() => {
    const { qrcode } = road.server.supervisor.liveOf(road.aurora, row().id);
    if (qrcode) seen.add(qrcode);
    return row().situation === "scan_timed_out";
  });
  expect(seen.size).toBe(3);
  expect(looks()).toEqual(["DISCONNECTED", "scan_timed_out"]);
  pointTo({ url: road.simulator.url });
  await start();
  expect(seen.has(await code())).toBe(false);
});

test("a code that is typed links as well as one that is scanned", async () => {
  const { ana, id, phone, code, connected } = await aConnection();
  await code();
  const { body } = await ana("POST", `/whatsappsession/${id}/pairing-code`, { number: phone.number });
  expect(body.code).toMatch(/^\w{8}$/);
  await phone.typeCode(body.code);
  await connected();
  expect((await ana("POST", `/whatsappsession/${id}/pairing-code`, { number: phone.number })).body.error).toBe(
    "ERR_WAPP_NOT_INITIALIZED",
  );
});

test("a code that was asked for and never typed does not stand in the way of the next start", async () => {
  const { ana, id, phone, code, connected, start, looks } = await aConnection();
  await code();
  await ana("POST", `/whatsappsession/${id}/pairing-code`, { number: phone.number });
  await start();
  await phone.scan(await code());
  await connected();
  expect(looks()[0]).toBe("CONNECTED");
});

test("unlinked on the phone, it says so, forgets its keys, and can be linked again", async () => {
  const { phone, looks, keys, start, code, connected } = await aLink();
  await phone.unlink();
  await until(() => looks()[1] === "logged_out");
  expect(looks()).toEqual(["DISCONNECTED", "logged_out"]);
  expect(keys().filter(({ type }) => type !== "creds")).toEqual([]);
  await start();
  await phone.scan(await code());
  await connected();
});

/** Closed in the middle of the day: whether it comes back by itself, and in which state it is until then. */
test.each(
  [
    [401, ["DISCONNECTED", "logged_out"], "stays away"],
    [403, ["DISCONNECTED", "banned"], "stays away"],
    [405, ["DISCONNECTED", "outdated"], "stays away"],
    [408, ["TIMEOUT", "unreachable"], "comes back"],
    [428, ["TIMEOUT", "unreachable"], "comes back"],
    [440, ["DISCONNECTED", "replaced"], "stays away"],
    ["replaced", ["DISCONNECTED", "replaced"], "stays away"],
    [463, ["TIMEOUT", "unreachable"], "comes back"],
    [500, ["TIMEOUT", "unreachable"], "comes back"],
    [503, ["TIMEOUT", "unreachable"], "comes back"],
    [515, ["OPENING", "linking"], "comes back"],
    ["drop", ["TIMEOUT", "unreachable"], "comes back"],
  ] as const,
)("closed by the network with %s, it is %j and %s", async (reason, looks, then) => {
  const connection = await aLink();
  const { ana, id, phone, connected, row } = connection;
  road.simulator.network.close(phone.number, reason);
  const history = async () => (await ana("GET", `/whatsapp/${id}/history`)).body as ConnectionChange[];
  const after = await until(async () => (await history()).find(({ situation }) => situation === looks[1]));
  expect([after.status, after.situation]).toEqual(looks);
  if (typeof reason === "number" && reason !== 515) expect(after.code).toBe(reason);
  if (then === "comes back") await connected();
  else expect([connection.looks(), row().retries]).toEqual([looks, 0]);
});

test.each([403, 408, 463, 500, 503])("a login that is answered with %s ends in words, too", async (reason) => {
  const { phone, looks, start, connected } = await aLink();
  road.simulator.network.failLogins(phone.number, { reason, count: 1 });
  road.simulator.network.close(phone.number, "drop");
  if (reason === 403) {
    await until(() => looks()[1] === "banned");
    await start();
  }
  await connected();
  expect(looks()[0]).toBe("CONNECTED");
});

test("an account that demands a passkey is told so, and no code is shown in vain", async () => {
  const { id, phone, code, looks, keys, start, connected } = await aConnection();
  road.simulator.network.needPasskey(phone.number, true);
  await phone.scan(await code());
  await until(() => looks()[1] === "passkey_needed");
  expect([looks(), keys()]).toEqual([["DISCONNECTED", "passkey_needed"], []]);
  expect(road.server.supervisor.liveOf(road.aurora, id)).toEqual({ qrcode: "", qr: null });
  // One that begins now has got its code.
  await (await aConnection()).code();
  expect(looks()).toEqual(["DISCONNECTED", "passkey_needed"]);
  road.simulator.network.needPasskey(phone.number, false);
  await start();
  await phone.scan(await code());
  await connected();
});

test("a number that is on another connection is turned away, and the first stays as it is", async () => {
  const first = await aLink(), second = await aConnection();
  await first.phone.scan(await second.code());
  await until(() => second.looks()[1] === "same_number");
  expect(second.row()).toMatchObject({ status: "DISCONNECTED", number: first.phone.number, shouldRun: false });
  await until(() => first.phone.devices.length === 1);
  expect(first.looks()).toEqual(["CONNECTED", "connected"]);
  await until(() => second.keys().length === 0);
});

test("one that is being turned away can be deleted meanwhile, and nothing is stored that belongs to no row", async () => {
  const errors = vi.spyOn(log, "error");
  const first = await aLink(), second = await aConnection();
  const before = road.server.supervisor.logOut.bind(road.server.supervisor);
  const turnedAway = Promise.withResolvers<void>();
  const spy = vi.spyOn(road.server.supervisor, "logOut").mockImplementation((...asked) => {
    turnedAway.resolve();
    return before(...asked);
  });
  await first.phone.scan(await second.code());
  await turnedAway.promise;
  expect((await second.ana("DELETE", `/whatsapp/${second.id}`)).status).toBe(200);
  await until(() => first.phone.devices.length === 1);
  expect(connectionById(road.aurora.read, second.id)).toBeUndefined();
  await until(() => second.keys().length === 0);
  expect(errors.mock.calls).toEqual([]);
  expect(first.looks()).toEqual(["CONNECTED", "connected"]);
  spy.mockRestore();
  errors.mockRestore();
});

test("a pairing code that is asked for while the line comes back is refused in words", async () => {
  const { ana, id } = await aLink();
  road.simulator.network.close(connectionById(road.aurora.read, id)!.number, "drop");
  const { status, body } = await ana("POST", `/whatsappsession/${id}/pairing-code`, { number: "5511988887777" });
  expect([status, body.error]).toEqual([409, "ERR_WAPP_NOT_INITIALIZED"]);
});

test("a number of another company is turned away as well, and nothing is said of whose it is", async () => {
  const first = await aLink(), nina = road.as("nina");
  const { body: { id } } = await nina("POST", "/whatsapp", { name: "Oficina" });
  await first.phone.scan(await until(() => road.server.supervisor.liveOf(road.norte, id).qrcode));
  const shown = await until(async () => {
    const { body } = await nina("GET", `/whatsapp/${id}`);
    return body.situation === "same_number" && body;
  });
  expect(JSON.stringify(shown)).not.toMatch(/Aurora|Loja/);
  expect(first.looks()).toEqual(["CONNECTED", "connected"]);
});

test("what became of a connection is remembered, the newest first, and for its administrators only", async () => {
  const { ana, id } = await aLink();
  const { body } = await ana("GET", `/whatsapp/${id}/history`);
  const situations = body.map(({ situation }: ConnectionChange) => situation);
  expect([situations[0], situations.at(-1)]).toEqual(["connected", "connecting"]);
  expect(situations).toContain("waiting_for_scan");
  for (let nth = 0; nth < 30; nth++) {
    const status = nth % 2 ? "CONNECTED" : "TIMEOUT", situation = nth % 2 ? "connected" : "unreachable";
    const state = { status, situation, qrcode: "", qr: null, number: "", retries: 0, code: 503 } as const;
    road.aurora.write((db) => void recordState(db, id, state, Date.now()));
  }
  expect((await ana("GET", `/whatsapp/${id}/history`)).body).toHaveLength(20);
  expect((await road.as("bruno")("GET", `/whatsapp/${id}/history`)).status).toBe(403);
  expect((await road.as("nina")("GET", `/whatsapp/${id}/history`)).body.error).toBe("ERR_NO_WAPP_FOUND");
});

test("an account that the network has banned stops, and keeps its keys", async () => {
  const { phone, looks, keys, start, connected } = await aLink();
  road.simulator.network.failLogins(phone.number, { reason: 403, count: 1 });
  road.simulator.network.close(phone.number, "drop");
  await until(() => looks()[1] === "banned");
  expect(looks()).toEqual(["DISCONNECTED", "banned"]);
  expect(keys().length).toBeGreaterThan(1);
  await start();
  await connected();
});

test("disconnected by an admin, the phone lists us no more, and nothing starts again by itself", async () => {
  const { ana, id, phone, looks, keys, row } = await aLink();
  expect(phone.devices).toHaveLength(1);
  expect((await road.as("bruno")("DELETE", `/whatsappsession/${id}`)).status).toBe(403);
  await ana("DELETE", `/whatsappsession/${id}`);
  expect(looks()).toEqual(["DISCONNECTED", "disconnected_by_admin"]);
  expect([phone.devices, keys(), row().shouldRun]).toEqual([[], [], false]);
});

test("deleted while it runs, it ends without a trace, and there is always one default", async () => {
  const { ana, id, phone, keys } = await aLink();
  await ana("PUT", `/whatsapp/${id}`, { name: "Principal", isDefault: true });
  const defaults = async () =>
    (await ana("GET", "/whatsapp/")).body.filter(({ isDefault }: { isDefault: boolean }) => isDefault);
  expect(await defaults()).toMatchObject([{ id }]);
  expect((await ana("PUT", `/whatsapp/${id}`, { name: "Principal", isDefault: false })).body.error).toBe(
    "ERR_NO_OTHER_WHATSAPP",
  );
  expect((await ana("DELETE", `/whatsapp/${id}`)).status).toBe(200);
  expect([await ana("GET", `/whatsapp/${id}`).then(({ status }) => status), phone.devices, keys()]).toEqual([
    404,
    [],
    [],
  ]);
  expect(await defaults()).toMatchObject([{ id: 1 }]);
});

test("two starts at once are one", async () => {
  const { start, phone, code, connected } = await aConnection();
  await Promise.all([start(), start(), start()]);
  await phone.scan(await code());
  await connected();
  expect(phone.devices).toHaveLength(1);
});

test("whoever floods a connection with what belongs to nothing writes one line into the log, not thousands", async () => {
  const { id } = await aLink();
  const warned = vi.spyOn(log, "warn");
  const { listeners } = road.server.supervisor.find(road.aurora, id) as WhatsAppSession;
  const chat = { jid: "5511988887777@s.whatsapp.net", phone: "5511988887777" };
  for (let nth = 0; nth < 200; nth++) {
    const wid = `${nth}`.padEnd(300, "x");
    expect(listeners.onIncoming({ ...ODD, chat, wid })).toBe(false);
    listeners.onEvent({ what: "edit", wid, body: "" } as never);
  }
  const lines = warned.mock.calls.filter(([, context]) => context?.connection === id);
  warned.mockRestore();
  expect(lines).toEqual([[
    "Something that belongs to nothing was passed over",
    { company: road.aurora.id, connection: id, what: "message", count: 1 },
  ]]);
});

const ODD = {
  fromMe: false,
  when: "live",
  pushName: "",
  participant: "",
  author: "",
  at: 1,
  kind: "text",
  kindName: "",
  body: "Oi",
  raw: new Uint8Array([1]),
} as const;
