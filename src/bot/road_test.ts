import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BOT_TEXTS } from "../shared/bot/texts.ts";
import { ACK } from "../shared/delivery.ts";
import { connectionTable } from "../connections/table.ts";
import { messageTable } from "../messages/table.ts";
import { setSetting } from "../settings/settings.ts";
import type { Phone } from "../simulator/simulator.ts";
import { until } from "../testing/fixtures.ts";
import { aRoad, AURORA_PHONE, type Road } from "../testing/road.ts";
import { openDesk } from "../testing/bot_desk.ts";

let road: Road;
beforeAll(async () => {
  road = await aRoad();
  road.aurora.write((db) => {
    openDesk(db);
    setSetting(db, "userRating", "enabled");
    db.update(connectionTable).set({ ratingMessage: "Como foi?" }).where(eq(connectionTable.id, 1)).run();
  });
});
afterAll(async () => await road.stop());

// deno-lint-ignore no-explicit-any -- tickets and messages as the calls answer them
type Any = any;

const QUEUES = "Padaria Aurora.\n\n*1* Encomendas\n*2* Entregas\n*3* Atacado";
const OPTION_LINES = "*1* Bolos\n*2* Carla\n*3* Endereço\n*4* Entregas\n\n*0* Menu inicial";
const OPTIONS = `Encomendas, Joana?\n\n${OPTION_LINES}`;
const CAKES = "Qual bolo?\n\n*1* Chocolate\n*2* Bruno\n\n*0* Voltar";

const texts = (phone: Phone) => phone.received.map(({ text }) => text);

/** Reads what was said, which takes a while, writes, and waits for so many answers in all. */
async function ask(phone: Phone, text: string, answers: number): Promise<string | undefined> {
  const said = and(eq(messageTable.fromMe, true), like(messageTable.chat, `${phone.number}%`));
  await until(() =>
    road.aurora.read.select().from(messageTable).where(said).all().every(({ ack }) => ack >= ACK.delivered)
  );
  road.aurora.write((db) => void db.update(messageTable).set({ reachedAt: 1 }).where(said).run());
  phone.write(AURORA_PHONE, text);
  await phone.waitUntil(() => phone.received.length >= answers);
  return phone.received.at(-1)!.text;
}

async function ticketOf(phone: Phone): Promise<Any> {
  return await until(async () =>
    (await road.as("ana")("GET", "/tickets?showAll=true")).body.tickets
      .find(({ contact }: Any) => contact.number === phone.number)
  );
}

async function thread(phone: Phone): Promise<Any[]> {
  return (await road.as("ana")("GET", `/messages/${(await ticketOf(phone)).id}`)).body.messages;
}

describe("a crowd of strangers", () => {
  test("is answered, and the network is asked about all of them together, not for keys that they brought", async () => {
    const { asked } = road.simulator.network;
    const before = new Map(asked), phones = Array.from({ length: 40 }, () => road.customer());
    // What is written now is answered when the line is free: all at once.
    road.simulator.network.hold(AURORA_PHONE, true);
    for (const phone of phones) phone.write(AURORA_PHONE, "Oi");
    road.simulator.network.hold(AURORA_PHONE, false);
    await Promise.all(phones.map((phone) => phone.waitUntil(() => phone.received.length > 0)));
    expect(new Set(phones.flatMap(texts))).toEqual(new Set([QUEUES]));
    const more = (what: string) => (asked.get(what) ?? 0) - (before.get(what) ?? 0);
    expect(more("usync get usync")).toBeLessThan(15);
    expect(more("privacy set tokens")).toBeLessThan(15);
    // The company's own devices.
    expect(more("encrypt get key")).toBeLessThanOrEqual(1);
    // They can go on, each by the session that they opened.
    for (const phone of phones) phone.write(AURORA_PHONE, "1");
    await Promise.all(phones.map((phone) => phone.waitUntil(() => phone.received.length > 1)));
    expect(new Set(phones.map((phone) => texts(phone)[1]))).toEqual(new Set([OPTIONS]));
  });
});

describe("a customer with a phone", () => {
  test("goes through menu and options, up and back, and is forgiven once", async () => {
    const joana = road.customer();
    expect(await ask(joana, "Oi", 1)).toBe(QUEUES);
    expect(await ask(joana, "bolo", 2)).toBe(`${BOT_TEXTS.miss}\n\n*1* Encomendas\n*2* Entregas\n*3* Atacado`);
    expect(await ask(joana, "1️⃣", 3)).toBe(OPTIONS);
    expect(await ask(joana, "bolos", 4)).toBe(CAKES);
    expect(await ask(joana, "0", 5)).toBe(OPTIONS);
    expect(await ask(joana, "#", 6)).toBe(QUEUES);
    expect(await ticketOf(joana)).toMatchObject({ chatbot: true, queue: { name: "Encomendas" }, status: "pending" });
  });

  test("who is not understood twice waits for a person, and the thread holds every word in order", async () => {
    const joana = road.customer();
    await ask(joana, "Oi", 1);
    await ask(joana, "quero bolo", 2);
    expect(await ask(joana, "BOLO!", 3)).toBe(BOT_TEXTS.handOver);
    expect(await ticketOf(joana)).toMatchObject({ chatbot: false, queue: { name: "Encomendas" }, unreadMessages: 3 });
    expect((await thread(joana)).map(({ fromMe, body }) => fromMe || body)).toEqual([
      "Oi",
      true,
      "quero bolo",
      true,
      "BOLO!",
      true,
    ]);
    expect((await thread(joana)).filter(({ fromMe }) => fromMe).every(({ user }) => user === null)).toBe(true);
  });

  test("rates the attendant who served her, and the ticket stays closed", async () => {
    const joana = road.customer();
    await ask(joana, "Oi", 1);
    await ask(joana, "2", 2);
    const { id } = await ticketOf(joana), ana = road.as("ana");
    await ana("PUT", `/tickets/${id}`, { status: "open", userId: 1 });
    await ana("PUT", `/tickets/${id}`, { status: "closed", userId: 1 });
    await joana.waitFor(({ text }) => text === `Como foi?\n\n${BOT_TEXTS.ratingScale}`);
    expect(await ask(joana, "3", 4)).toBe("Obrigado, Joana!");
    expect(await ticketOf(joana)).toMatchObject({ id, status: "closed", unreadMessages: 0 });
    const rated = road.aurora.read.all<{ rating: number; user_id: number }>(
      `select rating, user_id from service_cycles where ticket_id = ${id}` as never,
    );
    expect(rated).toEqual([{ rating: 3, user_id: 1 }]);
  });

  test("is left to a person when the company's own phone answers her", async () => {
    const joana = road.customer();
    await ask(joana, "Oi", 1);
    road.owner.ownMessage(joana.number, "Oi, Joana, é a Ana!");
    await joana.waitFor(({ text }) => text === "Oi, Joana, é a Ana!");
    await until(async () => !(await ticketOf(joana)).chatbot);
    joana.write(AURORA_PHONE, "1");
    await until(async () => (await thread(joana)).at(-1).body === "1");
    expect(texts(joana)).toEqual([QUEUES, "Oi, Joana, é a Ana!"]);
  });

  test("is answered once, though the network repeats what she wrote and the line breaks", async () => {
    const joana = road.customer();
    road.simulator.network.duplicateNext(AURORA_PHONE, 1);
    await ask(joana, "Oi", 1);
    road.simulator.network.close(AURORA_PHONE, "drop");
    expect(await ask(joana, "1", 2)).toBe(OPTIONS);
    expect(joana.received.map(({ duplicates }) => duplicates)).toEqual([0, 0]);
    expect(texts(joana)).toEqual([QUEUES, OPTIONS]);
  });

  test("three customers at once are answered each in their own place", async () => {
    const phones = [road.customer(), road.customer(), road.customer()];
    await Promise.all(phones.map((phone) => ask(phone, "Oi", 1)));
    await Promise.all(phones.map((phone, nth) => ask(phone, String(nth + 1), nth === 2 ? 1 : 2)));
    expect(phones.map((phone) => phone.received[1]?.text)).toEqual([OPTIONS, "Entregas.", undefined]);
  });
});

test("two bots stop talking to each other", async () => {
  const robot = road.customer();
  robot.write(AURORA_PHONE, "#");
  for (let answers = 1; answers <= 6; answers++) {
    await robot.waitUntil(() => robot.received.length >= answers);
    robot.write(AURORA_PHONE, "#");
  }
  await until(async () => !(await ticketOf(robot)).chatbot);
  expect(texts(robot)).toEqual(Array(6).fill(QUEUES));
  expect(await ticketOf(robot)).toMatchObject({ status: "pending", queue: { name: "Encomendas" } });
});

describe("a call", () => {
  test("rings where calls are taken, and is a line on the ticket", async () => {
    const joana = road.customer();
    await ask(joana, "Oi", 1);
    joana.call(AURORA_PHONE, true);
    await until(async () => (await thread(joana)).at(-1).kind === "call");
    expect(joana.calls).toMatchObject([{ status: "ringing" }]);
    expect(texts(joana)).toEqual([QUEUES]);
  });

  test("is rejected where none are taken, and answered in words once", async () => {
    await road.as("ana")("PUT", "/settings/call", { key: "call", value: "disabled" });
    const joana = road.customer(), rui = road.customer({ name: "Rui", lidOnly: true });
    await ask(joana, "Oi", 1);
    joana.call(AURORA_PHONE);
    await joana.waitUntil(() => joana.calls[0]!.status === "rejected");
    await joana.waitFor(({ text }) => text === BOT_TEXTS.call);
    joana.call(AURORA_PHONE);
    await joana.waitUntil(() => joana.calls[1]!.status === "rejected");
    rui.call(AURORA_PHONE);
    await rui.waitFor(({ text }) => text === BOT_TEXTS.call);
    await until(async () => (await thread(joana)).filter(({ kind }) => kind === "call").length === 2);
    expect(texts(joana)).toEqual([QUEUES, BOT_TEXTS.call]);
    expect(texts(rui)).toEqual([BOT_TEXTS.call]);
    expect(rui.calls).toMatchObject([{ status: "rejected" }]);
  });
});
