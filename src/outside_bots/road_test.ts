import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { identityTable } from "../contacts/table.ts";
import { messageTable } from "../messages/table.ts";
import { allowInner } from "../platform/inner_network.ts";
import { queueOptionTable } from "../queues/table.ts";
import { openDesk, ORDERS } from "../testing/bot_desk.ts";
import { until } from "../testing/fixtures.ts";
import { aRoad, AURORA_PHONE, type Road } from "../testing/road.ts";
import { ticketTable } from "../tickets/table.ts";
import { outboxTable } from "../outbox/table.ts";
import { botHoldTable } from "./table.ts";

interface Got {
  type: string;
  // deno-lint-ignore no-explicit-any -- tests look into contents of every shape
  data: any;
}

/** An outside bot: what it was told, and how it answers its next requests. */
function aBot() {
  const got: Got[] = [];
  let status = 200;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const event = await request.json();
    if (status === 200) got.push(event);
    return new Response("", { status });
  });
  return {
    got,
    of: (ticketId: number) => got.filter(({ data }) => data.ticket.id === ticketId),
    url: `http://127.0.0.1:${server.addr.port}/`,
    answers: (next: number) => void (status = next),
    stop: () => server.shutdown(),
  };
}

let road: Road, bot: ReturnType<typeof aBot>, webhookId: number, token: string;
beforeAll(async () => {
  road = await aRoad();
  token = (await ana("POST", "/api-tokens", { name: "Robô", scopes: ["send"] })).body.token;
});
afterAll(async () => await road.stop());
beforeEach(async () => {
  allowInner(["127.0.0.1"]);
  bot = aBot();
  webhookId = (await ana("POST", "/webhooks", { name: "Typebot", url: bot.url, events: [] })).body.id;
  road.aurora.write((db) => {
    openDesk(db, [ORDERS]);
    const given = { action: "bot", toWebhookId: webhookId, botMinutes: 10, botMessage: "Já chamamos alguém." } as const;
    db.update(queueOptionTable).set(given).where(eq(queueOptionTable.id, 3)).run();
  });
});
afterEach(async () => {
  await ana("DELETE", `/webhooks/${webhookId}`);
  await bot.stop();
  allowInner([]);
});

const ana = (method: string, path: string, body?: unknown) => road.as("ana")(method, path, body);
async function asBot(method: string, path: string, body: unknown, by = token) {
  const answer = await fetch(`${road.server.address}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${by}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}
const ticketOf = (number: string) =>
  road.aurora.read.select().from(ticketTable).all().filter((row) =>
    road.aurora.read.select().from(messageTable).where(eq(messageTable.ticketId, row.id)).all()
      .some(({ chat }) => chat.startsWith(number))
  ).at(-1)!;

/** A customer whom the outside bot has been given. */
async function given() {
  const joana = road.customer();
  joana.write(AURORA_PHONE, "Oi");
  await joana.waitUntil(() => joana.received.length === 1);
  joana.write(AURORA_PHONE, "3");
  await joana.waitUntil(() => joana.received.length === 2);
  const { id } = ticketOf(joana.number);
  return { joana, id };
}

test("the bot hears each word in order, answers by the ticket or the number, and hands back with a note", async () => {
  const { joana, id } = await given();
  await until(() => bot.of(id).length === 1);
  for (const text of ["Quero um bolo", "De dois andares", "Para sábado"]) joana.write(AURORA_PHONE, text);
  await until(() => bot.of(id).length === 4);
  expect(bot.of(id).map(({ type, data }) => data.message?.body ?? type))
    .toEqual(["bot.started", "Quero um bolo", "De dois andares", "Para sábado"]);
  const [started] = bot.of(id);
  expect(started!.data).toMatchObject({
    ticket: { id, queue: { name: "Encomendas" }, contact: { number: joana.number } },
  });
  expect(started!.data.messages.map(({ body }: { body: string }) => body)).toContain("Oi");
  const rank = road.aurora.read.select().from(outboxTable).all();
  expect(rank).toEqual([]);
  expect((await asBot("POST", "/messages/send", { ticketId: id, body: "Qual sabor?" })).status).toBe(200);
  expect((await asBot("POST", "/messages/send", { number: joana.number, body: "Temos chocolate." })).status).toBe(200);
  await joana.waitUntil(() => joana.received.length === 4);
  expect(joana.received.slice(2).map(({ text }) => text)).toEqual(["Qual sabor?", "Temos chocolate."]);
  expect((await ana("GET", `/tickets/${id}`)).body).toMatchObject({ status: "pending", chatbot: true });
  expect(road.aurora.read.select().from(botHoldTable).where(eq(botHoldTable.ticketId, id)).all()).toMatchObject([{
    dueAt: null,
  }]);
  const back = await asBot("POST", `/tickets/${id}/bot/return`, { to: "human", note: "Bolo de chocolate" });
  expect(back).toEqual({ status: 200, body: { id, status: "pending", queueId: ORDERS, userId: null } });
  expect(await asBot("POST", `/tickets/${id}/bot/return`, { to: "human" }))
    .toMatchObject({ status: 409, body: { error: "ERR_TICKET_NOT_WITH_BOT" } });
  const { messages, moves } = (await ana("GET", `/messages/${id}`)).body;
  expect(messages.at(-1)).toMatchObject({ body: "Temos chocolate.", fromMe: true, user: null });
  expect(moves.map(({ action, bot }: { action: string; bot: string | null }) => [action, bot]))
    .toEqual([["create", null], ["botStart", "Typebot"], ["botReturn", "Typebot"]]);
});

test(
  "it asks for more time; a ticket that no bot has, another company's, and a token that only reads are refused",
  async () => {
    const { id } = await given();
    const { status, body } = await asBot("POST", `/tickets/${id}/bot/extend`, { minutes: 60 });
    expect(status).toBe(200);
    expect(Date.parse(body.until) - Date.now()).toBeGreaterThan(59 * 60_000);
    expect(await asBot("POST", `/tickets/${id}/bot/extend`, { minutes: 2000 })).toMatchObject({ status: 400 });
    expect(await asBot("POST", "/tickets/1/bot/extend", {})).toMatchObject({
      body: { error: "ERR_TICKET_NOT_WITH_BOT" },
    });
    const nina = road.as("nina");
    const foreign = (await nina("POST", "/api-tokens", { name: "Deles", scopes: ["send"] })).body.token;
    const theirs = await asBot("POST", `/tickets/${id}/bot/return`, { to: "close" }, foreign);
    expect(["ERR_NO_TICKET_FOUND", "ERR_TICKET_NOT_WITH_BOT"]).toContain(theirs.body.error);
    expect(road.aurora.read.select().from(botHoldTable).where(eq(botHoldTable.ticketId, id)).all()).toHaveLength(1);
    const reads = (await ana("POST", "/api-tokens", { name: "Lê", scopes: ["tickets"] })).body.token;
    expect(await asBot("POST", `/tickets/${id}/bot/return`, { to: "close" }, reads))
      .toMatchObject({ status: 403, body: { error: "ERR_API_TOKEN_SCOPE" } });
    expect(await ana("POST", `/tickets/${id}/bot/return`, { to: "close" })).toMatchObject({ status: 401 });
    expect(await asBot("POST", "/messages/send", { body: "Oi" })).toMatchObject({
      status: 400,
      body: { fields: { number: "required" } },
    });
    expect(await asBot("POST", "/messages/send", { ticketId: 99_999, body: "Oi" })).toMatchObject({
      body: { error: "ERR_NO_TICKET_FOUND" },
    });
  },
);

test("a person accepts it: the bot is told within seconds, and gets no more of it", async () => {
  const { joana, id } = await given();
  await until(() => bot.of(id).length === 1);
  expect((await ana("PUT", `/tickets/${id}`, { status: "open", userId: 1 })).status).toBe(200);
  await until(() => bot.of(id).length === 2);
  expect(bot.of(id).at(-1)).toMatchObject({
    type: "bot.ended",
    data: { reason: "taken", ticket: { user: { name: "Ana Ribeiro" } } },
  });
  joana.write(AURORA_PHONE, "Oi, Ana");
  await until(async () => (await ana("GET", `/messages/${id}`)).body.messages.at(-1).body === "Oi, Ana");
  expect(bot.of(id)).toHaveLength(2);
});

test(
  "a bot that is down for its whole time loses the customer to people, who hear the bell; what it missed comes later",
  async () => {
    bot.answers(503);
    const { joana, id } = await given();
    road.aurora.write((db) =>
      db.update(botHoldTable).set({ dueAt: Date.now() - 1 }).where(eq(botHoldTable.ticketId, id)).run() as never
    );
    await joana.waitFor(({ text }) => text === "Já chamamos alguém.");
    expect((await ana("GET", `/tickets/${id}`)).body).toMatchObject({
      status: "pending",
      chatbot: false,
      queueId: ORDERS,
    });
    expect((await ana("GET", `/messages/${id}`)).body.moves.at(-1)).toMatchObject({
      action: "botSilent",
      bot: "Typebot",
      minutes: 10,
    });
  },
);

test("one that answers 410 is over: people take over its customers at once", async () => {
  bot.answers(410);
  const { joana, id } = await given();
  await joana.waitFor(({ text }) => text === "Já chamamos alguém.");
  expect((await ana("GET", `/messages/${id}`)).body.moves.at(-1)).toMatchObject({ action: "botGone" });
});

test(
  "a program that may not read tickets neither leads a bot's customers elsewhere nor reads what it was told",
  async () => {
    const { id } = await given();
    await until(() => bot.of(id).length === 1);
    const hooks = (await ana("POST", "/api-tokens", { name: "Só webhooks", scopes: ["webhooks"] })).body.token;
    const refused = { status: 403, body: { error: "ERR_API_TOKEN_SCOPE" } };
    const form = { name: "Meu", url: "https://outro.example/", events: [], isActive: true };
    expect(await asBot("PUT", `/webhooks/${webhookId}`, form, hooks)).toMatchObject(refused);
    expect(await asBot("POST", `/webhooks/${webhookId}/secret`, {}, hooks)).toMatchObject(refused);
    const [delivery] = (await ana("GET", `/webhooks/${webhookId}/deliveries`)).body.records;
    expect(delivery).toMatchObject({ event: "bot.started", state: "delivered" });
    const read = await fetch(`${road.server.address}/api/webhook-deliveries/${delivery.id}`, {
      headers: { authorization: `Bearer ${hooks}` },
    });
    expect([read.status, (await read.json()).error]).toEqual([403, "ERR_API_TOKEN_SCOPE"]);
  },
);

test("who has no number is answered by the ticket", async () => {
  const { joana, id } = await given();
  const { contactId } = ticketOf(joana.number);
  const forget = (kind: "phone" | "lid") =>
    road.aurora.write((db) => {
      const theirs = eq(identityTable.contactId, contactId);
      db.delete(identityTable).where(and(theirs, eq(identityTable.kind, kind))).run();
      return db.select().from(identityTable).where(theirs).all()[0]?.value;
    });
  const lid = forget("phone");
  const tried = await asBot("POST", "/messages/send", { ticketId: id, body: "Oi", dryRun: true });
  expect(tried).toMatchObject({
    status: 200,
    body: {
      number: null,
      channelIds: [{ channel: "whatsapp", id: `${lid}@lid` }],
      contact: { id: contactId },
      isValid: true,
    },
  });
  forget("lid");
  const again = await asBot("POST", "/messages/send", { ticketId: id, body: "Oi", dryRun: true });
  expect(again).toMatchObject({ status: 200, body: { number: null, channelIds: [], contact: { id: contactId } } });
  expect(await asBot("POST", "/messages/send", { ticketId: id, number: joana.number, body: "Oi" }))
    .toMatchObject({ status: 400, body: { fields: { number: "invalid" } } });
});

test("once a bot has a token of its own, no other program answers for it or gives back what it has", async () => {
  const { id } = await given();
  await until(() => bot.of(id).length === 1);
  const made = async (name: string, hook: number | null) =>
    (await ana("POST", "/api-tokens", { name, scopes: ["send"], webhookId: hook })).body;
  const other = (await ana("POST", "/webhooks", { name: "Outro robô", url: bot.url, events: [] })).body.id;
  const others = await made("Do outro", other);
  expect(others.bot).toEqual({ id: other, name: "Outro robô" });
  const refused = { status: 409, body: { error: "ERR_TICKET_NOT_WITH_BOT" } };
  const dueAt = () => road.aurora.read.select().from(botHoldTable).where(eq(botHoldTable.ticketId, id)).all()[0]!.dueAt;
  expect(await asBot("POST", `/tickets/${id}/bot/return`, { to: "close" }, others.token)).toMatchObject(refused);
  expect((await asBot("POST", `/tickets/${id}/bot/extend`, {})).status).toBe(200);
  const own = await made("Do Typebot", webhookId);
  expect(await asBot("POST", `/tickets/${id}/bot/extend`, {})).toMatchObject(refused);
  expect(await asBot("POST", `/tickets/${id}/bot/return`, { to: "close" })).toMatchObject(refused);
  expect((await asBot("POST", "/messages/send", { ticketId: id, body: "Seu pedido saiu" })).status).toBe(200);
  expect(dueAt()).not.toBeNull();
  expect((await asBot("POST", "/messages/send", { ticketId: id, body: "Qual sabor?" }, own.token)).status).toBe(200);
  expect(dueAt()).toBeNull();
  expect((await asBot("POST", `/tickets/${id}/bot/return`, { to: "close" }, own.token)).status).toBe(200);
  const unknown = await ana("POST", "/api-tokens", { name: "De nenhum", scopes: ["send"], webhookId: 99_999 });
  expect(unknown).toMatchObject({ status: 404, body: { error: "ERR_NO_WEBHOOK_FOUND" } });
  await ana("DELETE", `/webhooks/${other}`);
});
