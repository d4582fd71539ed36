import { milliseconds } from "date-fns/milliseconds";
import { eq, inArray } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { sessionTable } from "../access/table.ts";
import { companyTable } from "../companies/table.ts";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import type { PushChoices, PushShown } from "../contract/push.ts";
import { PUSH_KINDS, USUAL_PUSH_CHOICES } from "../contract/push.ts";
import type { ServerFrame } from "../contract/events.ts";
import { allowInner } from "../platform/inner_network.ts";
import { log } from "../platform/log.ts";
import { providerSettingTable } from "../provider_settings/table.ts";
import { aTicket, until } from "../testing/fixtures.ts";
import { aPushService, type Browser } from "../testing/push_service.ts";
import { aRoad, aTalk, AURORA_PHONE, type Road } from "../testing/road.ts";
import { ticketTable } from "../tickets/table.ts";
import { userTable } from "../users/table.ts";
import { isAttentive } from "./attention.ts";
import { putPush } from "./put.ts";
import { forgetPushes, selectDuePushes } from "./runner.ts";
import { farewellTable, pushDeviceTable, pushTable } from "./table.ts";
import { tellWaiting } from "./waiting.ts";

const ALL: PushChoices = { ...USUAL_PUSH_CHOICES, kinds: [...PUSH_KINDS] };
const BRUNO = 2, CARLA = 3;

let road: Road, service: Awaited<ReturnType<typeof aPushService>>, key: string;
beforeAll(async () => {
  road = await aRoad();
  key = (await road.as("ana")("GET", "/push")).body.key;
  setHosts("127.0.0.1");
});
afterAll(async () => await road.stop());
beforeEach(async () => {
  allowInner(["127.0.0.1"]);
  service = await aPushService(() => key);
});
afterEach(async () => {
  expect(service.faults).toEqual([]);
  road.server.tenants.provider.write((db) => {
    db.delete(pushDeviceTable).run();
    db.delete(farewellTable).run();
  });
  // Those of the test before are gone, and what was put for them goes unsent.
  for (const company of [road.aurora, road.norte]) company.write((db) => void db.delete(pushTable).run());
  await service.stop();
  allowInner([]);
});

function setHosts(value: string): void {
  road.server.tenants.provider.write((db) => {
    const row = { key: "pushHosts", value };
    db.insert(providerSettingTable).values(row).onConflictDoUpdate({ target: providerSettingTable.key, set: row })
      .run();
  });
}

/** Somebody's browser, which is told. */
async function aDevice(name: string, choices: Partial<PushChoices> = {}): Promise<Browser & { id: string }> {
  const browser = service.browser(name), { subscription } = browser;
  const { status, body } = await road.as(name)("PUT", "/push/device", {
    subscription,
    choices: { ...ALL, ...choices },
  });
  expect(status).toBe(200);
  return { ...browser, id: body.id };
}

const shown = (name: string) =>
  service.got.filter((each) => each.device === name && "title" in each.payload).map(({ payload }) =>
    payload as PushShown
  );
const closed = (name: string) =>
  service.got.filter((each) => each.device === name).flatMap(({ payload }) => "close" in payload ? payload.close : []);
const pushes = () => road.aurora.read.select().from(pushTable).all();

/** Whatever waits is due now. */
function hurry(): void {
  road.aurora.write((db) => {
    db.update(pushTable).set({ nextAt: 0 }).where(eq(pushTable.state, "waiting")).run();
  });
  road.aurora.signals.emit("push", {});
}

/** Until all that is due is told, or found to be nobody's news. */
const told = () =>
  until(() =>
    [road.aurora, road.norte].every(({ read }) =>
      selectDuePushes(read, { now: Date.now(), most: 1 }).all().length === 0
    )
  );

/** Something happens in another company, and its Nina, who has a device, is told: what left before has arrived by then. */
async function ninaIsTold(): Promise<void> {
  const had = shown("nina").length;
  const chat = (await road.as("nina")("POST", "/chats", { title: "Oficina", users: [{ id: 2 }] })).body;
  await road.as("otto")("POST", `/chats/${chat.id}/messages`, { message: "Chegou a peça" });
  await until(() => shown("nina").length > had);
}

/** A customer whom somebody serves. */
async function servedBy(name: "bruno" | "carla") {
  const talk = await aTalk(road);
  // Queue 2 is one of both.
  const queueId = 2, userId = name === "bruno" ? BRUNO : CARLA;
  road.aurora.write((db) => {
    db.update(ticketTable).set({ userId, queueId, unreadMessages: 0 }).where(eq(ticketTable.id, talk.ticket.id)).run();
  });
  return talk;
}

describe("what happens reaches the lock screen", () => {
  test("a customer's message, to who serves them and nobody else, with the first name alone", async () => {
    await aDevice("bruno");
    await aDevice("carla");
    await aDevice("nina");
    const { joana, ticket } = await servedBy("bruno");
    joana.write(AURORA_PHONE, "O bolo é segredo");
    const heard = await until(() => shown("bruno")[0]);
    expect(heard).toMatchObject({
      tag: `ticket-${ticket.id}`,
      title: "Nova mensagem de Joana",
      body: "",
      url: `/tickets/${ticket.uuid}`,
      action: {
        ...{ does: "reply", title: "Responder", ticketId: ticket.id, companyId: road.aurora.id, userId: BRUNO },
        signature: "*Bruno Tavares:*\n",
      },
    });
    expect(JSON.stringify(heard)).not.toContain("segredo");
    await told();
    expect(service.got.map(({ device }) => device)).toEqual(["bruno"]);
    const { headers, size } = service.got[0]!;
    expect(Number(headers.get("ttl"))).toBeGreaterThan(3500);
    expect(headers.get("urgency")).toBe("high");
    expect(size).toBeLessThan(1500);
  });

  test("its words where the person wants them there, cut to what fits", async () => {
    await aDevice("bruno", { showsText: true });
    const { joana } = await servedBy("bruno");
    joana.write(AURORA_PHONE, `Bom dia\n${"🎂".repeat(3000)}`);
    const { body } = await until(() => shown("bruno")[0]);
    expect(body).toMatch(/^Bom dia 🎂+…$/u);
    expect([...body]).toHaveLength(160);
    expect(service.got[0]!.size).toBeLessThan(2000);
  });

  test("several messages of one customer as one, which says how many there are", async () => {
    await aDevice("bruno");
    const { joana, ticket } = await servedBy("bruno");
    joana.write(AURORA_PHONE, "Um");
    await until(() => shown("bruno")[0]);
    joana.write(AURORA_PHONE, "Dois");
    joana.write(AURORA_PHONE, "Três");
    await until(() => ticketNow(ticket.id).unreadMessages === 3);
    expect(shown("bruno")).toHaveLength(1);
    hurry();
    await until(() => shown("bruno")[1]);
    expect(shown("bruno").map(({ title }) => title)).toEqual([
      "Nova mensagem de Joana",
      "3 novas mensagens de Joana",
    ]);
    expect(new Set(shown("bruno").map(({ tag }) => tag)).size).toBe(1);
  });

  test("a ticket that is handed over, and none that one takes oneself", async () => {
    for (const name of ["ana", "bruno", "carla"]) await aDevice(name);
    const { ticket } = await servedBy("bruno");
    await road.as("bruno")("PUT", `/tickets/${ticket.id}`, {
      userId: CARLA,
      queueId: 2,
      status: "open",
      note: "Urgente",
    });
    expect(await until(() => shown("carla")[0])).toMatchObject({
      title: "Bruno transferiu para você: Joana",
      body: "",
      url: `/tickets/${ticket.uuid}`,
    });
    expect((await road.as("ana")("PUT", `/tickets/${ticket.id}`, { userId: 1, queueId: 2, status: "open" })).status)
      .toBe(200);
    await told();
    expect([...shown("bruno"), ...shown("ana")]).toEqual([]);
  });

  test("a colleague's message once, also where it calls one, and not to who wrote it", async () => {
    await aDevice("bruno");
    await aDevice("carla");
    const chat =
      (await road.as("ana")("POST", "/chats", { title: "Turno", users: [{ id: BRUNO }, { id: CARLA }] })).body;
    await road.as("carla")("POST", `/chats/${chat.id}/messages`, { message: "@Bruno Tavares olhe isto" });
    expect(await until(() => shown("bruno")[0])).toMatchObject({
      tag: `chat-${chat.id}`,
      title: "Carla chamou você: Turno",
      body: "",
      url: `/chats/${chat.uuid}`,
    });
    await told();
    expect(service.got).toHaveLength(1);
    await road.as("bruno")("POST", `/chats/${chat.id}/read`, {});
    await until(() => closed("bruno").includes(`chat-${chat.id}`));
  });

  test("a note that calls one", async () => {
    await aDevice("carla", { showsText: true });
    const { ticket } = await servedBy("bruno");
    const note = { note: "@Carla Nogueira confira o preço", contactId: ticket.contactId, ticketId: ticket.id };
    expect((await road.as("bruno")("POST", "/ticket-notes", note)).status).toBe(200);
    const heard = await until(() => shown("carla")[0]);
    expect(heard).toMatchObject({ title: "Bruno chamou você: Joana", body: "@Carla Nogueira confira o preço" });
  });

  test("who waits for too long in one's queues, once, and not in another's", async () => {
    await aDevice("bruno", { waitingMinutes: 5 });
    await aDevice("carla", { waitingMinutes: 60 });
    const talk = await aTalk(road), waitingSince = Date.now() - 7 * 60_000;
    const waits = (queueId: number) =>
      road.aurora.write((db) => {
        const values = { status: "pending" as const, userId: null, queueId, waitingSince };
        db.update(ticketTable).set(values).where(eq(ticketTable.id, talk.ticket.id)).run();
      });
    waits(2);
    expect(await until(() => shown("bruno")[0])).toMatchObject({
      tag: `waiting-${talk.ticket.id}`,
      title: "Joana espera há 7 min",
      action: { does: "accept", title: "Aceitar", ticketId: talk.ticket.id, companyId: road.aurora.id, userId: BRUNO },
    });
    await told();
    // The clock's next round, and the one after a night that has forgotten what was told days ago.
    const next = async () => {
      tellWaiting(road.server.tenants, road.aurora, () => "America/Sao_Paulo", Date.now());
      hurry();
      await told();
    };
    await next();
    forgetPushes(road.aurora, Date.now() + milliseconds({ days: 4 }));
    await next();
    expect(service.got).toHaveLength(1);
    // Accepted by somebody: the lock screen is to say so no more.
    await road.as("carla")("PUT", `/tickets/${talk.ticket.id}`, { status: "open", userId: CARLA });
    await until(() => closed("bruno").includes(`waiting-${talk.ticket.id}`));
  });

  test("who waits in a queue, whatever many wait with the bot, and not any more once they wait in another", async () => {
    await aDevice("bruno", { waitingMinutes: 5 });
    const talk = await aTalk(road), at = Date.now() - 7 * 60_000;
    const [{ id: _, ...row }] = road.aurora.read.select().from(ticketTable).where(eq(ticketTable.id, talk.ticket.id))
      .all() as [typeof ticketTable.$inferSelect];
    const withBot = road.aurora.write((db) => {
      const values = { ...row, status: "pending" as const, userId: null, queueId: null, waitingSince: at - 1000 };
      const all = Array.from({ length: 60 }, () => ({ ...values, connectionId: null, uuid: crypto.randomUUID() }));
      const ids = db.insert(ticketTable).values(all).returning({ id: ticketTable.id }).all().map(({ id }) => id);
      db.update(ticketTable).set({ ...values, queueId: 2, waitingSince: at }).where(eq(ticketTable.id, talk.ticket.id))
        .run();
      return ids;
    });
    expect(await until(() => shown("bruno")[0])).toMatchObject({ tag: `waiting-${talk.ticket.id}` });
    expect((await road.as("ana")("PUT", `/tickets/${talk.ticket.id}`, { queueId: 3 })).status).toBe(200);
    await until(() => closed("bruno").includes(`waiting-${talk.ticket.id}`));
    road.aurora.write((db) => void db.delete(ticketTable).where(inArray(ticketTable.id, withBot)).run());
  });

  test("in the person's own language", async () => {
    await aDevice("bruno");
    const speak = (language: "es" | null) =>
      road.aurora.write((db) => void db.update(userTable).set({ language }).where(eq(userTable.id, BRUNO)).run());
    speak("es");
    const { joana } = await servedBy("bruno");
    joana.write(AURORA_PHONE, "Hola");
    expect((await until(() => shown("bruno")[0])).title).toBe("Mensaje nuevo de Joana");
    speak(null);
  });
});

function ticketNow(id: number) {
  return road.aurora.read.select().from(ticketTable).where(eq(ticketTable.id, id)).all()[0]!;
}

describe("what is not told", () => {
  test("what the person has not chosen, or what happens while they do not work", async () => {
    const days = [new Date(Date.now() + 3 * 86_400_000).getUTCDay()];
    await aDevice("bruno", { kinds: ["transfer"] });
    await aDevice("carla", { hours: { days, from: "09:00", to: "09:01" } });
    const talks = [await servedBy("bruno"), await servedBy("carla")];
    for (const { joana } of talks) joana.write(AURORA_PHONE, "Oi");
    await until(() => talks.every(({ ticket }) => ticketNow(ticket.id).unreadMessages === 1));
    await told();
    expect(service.got).toEqual([]);
  });

  test("what somebody sees on a screen of theirs", async () => {
    await aDevice("bruno");
    const screen = await aScreen("bruno");
    const { joana, ticket } = await servedBy("bruno");
    const isThere = () => isAttentive(road.aurora, BRUNO, null, Date.now());
    screen.say({ say: "attention", has: true });
    await until(isThere);
    joana.write(AURORA_PHONE, "Oi");
    await until(() => pushes().some(({ nextAt }) => nextAt > Date.now() + 5000));
    expect(service.got).toEqual([]);
    // They go away with it unread: now they are told.
    screen.say({ say: "attention", has: false });
    await until(() => !isThere());
    hurry();
    await until(() => shown("bruno")[0]);
    // And what they have read meanwhile would not have been.
    screen.say({ say: "attention", has: true });
    await until(isThere);
    joana.write(AURORA_PHONE, "Mais");
    await until(() => ticketNow(ticket.id).unreadMessages === 2);
    await road.as("bruno")("PUT", `/tickets/${ticket.id}/read`, {});
    screen.close();
    await until(() => pushes().length === 0);
    expect(shown("bruno")).toHaveLength(1);
  });

  test(
    "anything about a ticket that stands on a screen of theirs, though nobody has touched that for long",
    async () => {
      await aDevice("bruno");
      const screen = await aScreen("bruno"), { joana, ticket } = await servedBy("bruno");
      screen.say({ say: "joinChatBox", ticketId: ticket.id });
      await until(() => isAttentive(road.aurora, BRUNO, ticket.id, Date.now()));
      const other = await servedBy("bruno");
      for (const phone of [joana, other.joana]) phone.write(AURORA_PHONE, "Oi");
      await until(() => shown("bruno")[0]);
      await until(() => ticketNow(ticket.id).unreadMessages === 1);
      await told();
      expect(shown("bruno").map(({ tag }) => tag)).toEqual([`ticket-${other.ticket.id}`]);
      screen.close();
    },
    40_000,
  );

  test("anything by a company that is closed, or once the provider has switched it off", async () => {
    await aDevice("bruno");
    await aDevice("nina");
    const { joana, ticket } = await servedBy("bruno");
    const { provider } = road.server.tenants;
    const setActive = (isActive: boolean) =>
      provider.write((db) =>
        void db.update(companyTable).set({ isActive }).where(eq(companyTable.id, road.aurora.id)).run()
      );
    setActive(false);
    joana.write(AURORA_PHONE, "Oi");
    await until(() => ticketNow(ticket.id).unreadMessages === 1);
    await ninaIsTold();
    expect(shown("bruno")).toEqual([]);
    expect(pushes()).toMatchObject([{ state: "waiting", attempts: 0 }]);
    const set = (value: string) => road.as("super")("PUT", "/provider/settings/push", { value });
    onTestFinished(async () => void await set("enabled"));
    await set("disabled");
    setActive(true);
    hurry();
    const { subscription } = service.browser("bruno");
    expect(await road.as("bruno")("PUT", "/push/device", { subscription })).toMatchObject({
      status: 403,
      body: { error: "ERR_PUSH_DISABLED" },
    });
    expect(pushes()).toMatchObject([{ state: "waiting", attempts: 0 }]);
    // Had it been sent then, it would come before what Nina is told now.
    road.aurora.write((db) => void db.delete(pushTable).run());
    await set("enabled");
    await ninaIsTold();
    expect(shown("bruno")).toEqual([]);
  });
});

/** An open screen of somebody's. */
async function aScreen(name: string) {
  const email = `${name}@aurora.test`, url = `${road.server.address}/api/auth/login`;
  const severally = (value: string) => road.as("ana")("PUT", "/settings/severalLogins", { value });
  await severally("enabled");
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const { token } = await answer.json();
  const socket = new WebSocket(`${road.server.address.replace("http", "ws")}/api/events`);
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.onopen = () => socket.send(JSON.stringify({ say: "hello", token }));
  socket.onmessage = ({ data }) => (JSON.parse(data) as ServerFrame).say === "welcome" && resolve();
  await promise;
  return { say: (frame: object) => socket.send(JSON.stringify(frame)), close: () => socket.close() };
}

describe("what has become needless", () => {
  test("is taken back once it is read, and not sent where it had not left", async () => {
    await aDevice("bruno");
    const { joana, ticket } = await servedBy("bruno");
    joana.write(AURORA_PHONE, "Oi");
    await until(() => pushes().some(({ state }) => state === "shown"));
    await road.as("bruno")("PUT", `/tickets/${ticket.id}/read`, {});
    await until(() => closed("bruno").includes(`ticket-${ticket.id}`));
    await until(() => pushes().length === 0);
    expect(service.got.at(-1)!.headers.get("urgency")).toBe("normal");
  });

  test("also what is transferred away while its notification is on its way", async () => {
    await aDevice("bruno");
    const { joana, ticket } = await servedBy("bruno"), { promise, resolve } = Promise.withResolvers<void>();
    let isAsked = false;
    service.answers(async () => {
      isAsked = true;
      await promise;
      return new Response(null, { status: 201 });
    });
    joana.write(AURORA_PHONE, "Oi");
    await until(() => isAsked);
    await road.as("bruno")("PUT", `/tickets/${ticket.id}`, { userId: CARLA, queueId: 2, status: "open" });
    resolve();
    await until(() => closed("bruno").includes(`ticket-${ticket.id}`));
  });
});

describe("a push service", () => {
  test("that knows a device no more has it forgotten", async () => {
    const { id } = await aDevice("bruno");
    service.answers(() => new Response(null, { status: 410 }));
    const { joana } = await servedBy("bruno");
    joana.write(AURORA_PHONE, "Oi");
    await until(async () => (await road.as("bruno")("GET", "/push")).body.devices.length === 0);
    expect(pushes().filter(({ deviceId }) => deviceId === id)).toEqual([]);
  });

  test("that refuses is not asked about the same again, and no log says what it was or for whom", async () => {
    const { subscription: { endpoint, keys } } = await aDevice("bruno", { showsText: true });
    await aDevice("nina");
    service.answers(() => new Response("no", { status: 400 }));
    const { joana } = await servedBy("bruno"), written: string[] = [];
    const spies = (["debug", "info", "warn", "error"] as const).map((level) =>
      vi.spyOn(log, level).mockImplementation((...said) => void written.push(JSON.stringify(said)))
    );
    joana.write(AURORA_PHONE, "Segredo de confeiteiro");
    await until(() => pushes().find(({ state }) => state === "quiet"));
    hurry();
    await ninaIsTold();
    expect(shown("bruno")).toHaveLength(1);
    for (const spy of spies) spy.mockRestore();
    const said = written.join("");
    expect(said).toContain("A push service refuses what it is handed");
    for (const secret of ["Segredo", joana.number, endpoint, new URL(endpoint).pathname, keys.auth, keys.p256dh]) {
      expect(said).not.toContain(secret);
    }
  });

  test("that is slow keeps nobody else waiting, nor is more asked of it at once than it can take", async () => {
    const devices = [await aDevice("bruno"), await aDevice("nina")],
      { promise, resolve } = Promise.withResolvers<void>();
    service.answers(async ({ device }) => {
      if (device === "bruno") await promise;
      return new Response(null, { status: 201 });
    });
    const talk = await servedBy("bruno");
    road.aurora.write((db) => {
      for (let nth = 1; nth <= 30; nth++) {
        const { id: ticketId } = aTicket(db, { status: "open", userId: BRUNO, queueId: 2, unreadMessages: 1 });
        const news = {
          userId: BRUNO,
          kind: "message" as const,
          ofId: ticketId,
          aboutId: null,
          tag: `ticket-${ticketId}`,
        };
        putPush(db, { id: devices[0]!.id }, news, Date.now());
      }
    });
    road.aurora.signals.emit("push", {});
    await until(() => service.most() === 6);
    // A message is taken as quickly as ever, and another company's people are told.
    const began = Date.now();
    talk.joana.write(AURORA_PHONE, "Oi");
    await until(() => ticketNow(talk.ticket.id).unreadMessages === 1);
    expect(Date.now() - began).toBeLessThan(3000);
    await ninaIsTold();
    expect(service.most()).toBeLessThanOrEqual(7);
    resolve();
    await until(() => shown("bruno").length === 31);
  });

  test("is handed nothing more for a device whose login has ended meanwhile, but that all of it is to go", async () => {
    const [, { id }] = [await aDevice("carla"), await aDevice("bruno")];
    const before = await servedBy("carla");
    before.joana.write(AURORA_PHONE, "Olá");
    await until(() => pushes().some(({ state }) => state === "shown"));
    service.answers(() => new Response(null, { status: 503 }));
    const { joana } = await servedBy("carla");
    joana.write(AURORA_PHONE, "Oi");
    await until(() => pushes().find(({ attempts }) => attempts === 1));
    road.server.tenants.provider.write((db) =>
      void db.delete(sessionTable).where(eq(sessionTable.userId, CARLA)).run()
    );
    // On the one something stands, on the other, which its person has removed, nothing does.
    await road.as("bruno")("DELETE", `/push/devices/${id}`);
    service.answers(() => new Response(null, { status: 201 }));
    hurry();
    await until(() => closed("carla").includes("*"));
    await until(() => pushes().length === 0);
    expect(road.server.tenants.provider.read.select().from(farewellTable).all()).toEqual([]);
    expect(service.got.map(({ device, payload }) => [device, "title" in payload ? "shown" : payload.close])).toEqual([
      ["carla", "shown"],
      ["carla", "shown"],
      ["carla", "*"],
    ]);
  });

  test("that fails is tried again later, and one that has too much to do when it wants", async () => {
    await aDevice("bruno");
    let status = 500;
    service.answers(() => new Response(null, { status, headers: status === 429 ? { "retry-after": "120" } : {} }));
    const { joana } = await servedBy("bruno");
    joana.write(AURORA_PHONE, "Oi");
    const failed = await until(() => pushes().find(({ attempts }) => attempts === 1));
    expect(failed.nextAt - Date.now()).toBeGreaterThan(2000);
    expect(failed.nextAt - Date.now()).toBeLessThan(6000);
    status = 429;
    hurry();
    const held = await until(() => pushes().find(({ attempts }) => attempts === 2));
    expect(held.nextAt - Date.now()).toBeGreaterThan(100_000);
    // Nothing else of that service's is sent until then either.
    status = 201;
    hurry();
    await until(() => pushes().find(({ nextAt }) => nextAt > Date.now() + 100_000));
    expect(service.got).toHaveLength(2);
  });
});
