import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rememberContact } from "../contacts/remember.ts";
import { allowInner } from "../platform/inner_network.ts";
import { until } from "../testing/fixtures.ts";
import { queryPlan } from "../testing/query_plan.ts";
import { aRoad, aTalk, AURORA_PHONE, type Road } from "../testing/road.ts";
import { apiRequestTable } from "../send_api/table.ts";
import { BEHIND } from "./order.ts";
import { selectDue, WebhookRunner } from "./runner.ts";
import { attemptTable, deliveryTable, webhookEventTable, webhookTable } from "./table.ts";

interface Got {
  id: string;
  type: string;
  // deno-lint-ignore no-explicit-any -- tests look into contents of every shape
  data: any;
  headers: Headers;
  body: string;
}

/** A receiver that answers as it is told to. */
async function aReceiver() {
  const got: Got[] = [];
  let answer: (got: Got) => Response | Promise<Response> = () => new Response("ok");
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const body = await request.text(), { type, data } = JSON.parse(body);
    const one = { id: request.headers.get("webhook-id")!, type, data, headers: request.headers, body };
    const answered = await answer(one);
    got.push(one);
    return answered;
  });
  return {
    got,
    url: `http://127.0.0.1:${server.addr.port}/eventos?chave=1`,
    answers: (next: typeof answer) => void (answer = next),
    stop: () => server.shutdown(),
  };
}

let road: Road, receiver: Awaited<ReturnType<typeof aReceiver>>;
beforeAll(async () => void (road = await aRoad()), 60_000);
afterAll(async () => await road.stop());
beforeEach(async () => {
  allowInner(["127.0.0.1"]);
  receiver = await aReceiver();
});
afterEach(async () => {
  for (const { id } of await list()) await ana("DELETE", `/webhooks/${id}`);
  await receiver.stop();
  allowInner([]);
});

const ana = (method: string, path: string, body?: unknown) => road.as("ana")(method, path, body);
const list = async () => (await ana("GET", "/webhooks")).body;
async function aWebhook(events: string[], more: object = {}) {
  const { status, body } = await ana("POST", "/webhooks", { name: "Loja", url: receiver.url, events, ...more });
  expect(status).toBe(200);
  return body as { id: number; secret: string; revision: number };
}
const told = (type: string) => receiver.got.filter((each) => each.type === type);
/** Whatever waits is due now. */
function hurry(): void {
  road.aurora.write((db) => {
    db.update(webhookTable).set({ nextAt: null }).run();
    db.update(deliveryTable).set({ nextAt: 0 }).where(
      and(eq(deliveryTable.state, "waiting"), lt(deliveryTable.nextAt, BEHIND)),
    ).run();
  });
  road.aurora.signals.emit("webhooks", {});
}

describe("what happens is told", () => {
  test("signed as Standard Webhooks say, with the message and its ticket", async () => {
    const { secret } = await aWebhook(["message.received"]);
    const joana = road.customer({ name: "Joana" });
    joana.write(AURORA_PHONE, "Olá");
    const { id, headers, body, data } = await until(() => told("message.received")[0]);
    const key = Buffer.from(secret.replace("whsec_", ""), "base64"), at = headers.get("webhook-timestamp");
    const signature = createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64");
    expect(headers.get("webhook-signature")).toBe(`v1,${signature}`);
    expect(Math.abs(Date.now() / 1000 - Number(at))).toBeLessThan(60);
    expect(JSON.parse(body)).toMatchObject({ type: "message.received", timestamp: expect.stringMatching(/Z$/) });
    expect(data).toMatchObject({
      message: { body: "Olá", fromMe: false },
      ticket: { status: "pending", contact: { number: joana.number } },
    });
    expect(data.message).not.toHaveProperty("asOf");
  });

  test("a conversation from its beginning to its end, in order", async () => {
    await aWebhook([
      "message.received",
      "message.sent",
      "ticket.created",
      "ticket.updated",
      "ticket.closed",
      "contact.created",
    ]);
    const talk = await aTalk(road);
    await talk.say("Bom dia");
    await ana("PUT", `/tickets/${talk.ticket.id}`, { status: "closed", userId: 1, justClose: true });
    await until(() => told("ticket.closed")[0]);
    const mine = receiver.got.filter(({ data }) =>
      JSON.stringify(data).includes(talk.joana.number) ||
      data.message?.ticketId === talk.ticket.id
    );
    expect(mine.map(({ type }) => type)).toEqual([
      "contact.created",
      "ticket.created",
      "message.received",
      "ticket.updated",
      "message.sent",
      "ticket.closed",
    ]);
    expect(told("ticket.updated")[0]!.data.move).toMatchObject({ action: "accept", user: { id: 1 } });
  });

  test("of somebody without a number with null and the channel's id", async () => {
    await aWebhook(["contact.updated"]);
    const user = { kind: "instagram", value: "1784", jid: "1784@instagram" } as const;
    const { id } = road.aurora.write((db) => rememberContact(db, { jid: user.jid, user }, "Cid", 1).contact);
    expect(await ana("PUT", `/contacts/${id}`, { name: "Cida", number: "" })).toMatchObject({ status: 200 });
    const { data } = await until(() => told("contact.updated").at(-1));
    expect(data.contact).toMatchObject({
      ...{ id, name: "Cida" },
      ...{ number: null, channelIds: [{ channel: "instagram", id: "1784" }] },
    });
  });

  test("and nothing that was not chosen, or that is another company's", async () => {
    await aWebhook(["ticket.deleted"]);
    await road.as("nina")("POST", "/webhooks", { name: "Norte", url: receiver.url, events: ["message.received"] });
    const talk = await aTalk(road);
    await ana("DELETE", `/tickets/${talk.ticket.id}`);
    await until(() => told("ticket.deleted")[0]);
    expect(receiver.got.map(({ type }) => type)).toEqual(["ticket.deleted"]);
    const [{ id }] = (await road.as("nina")("GET", "/webhooks")).body;
    for (
      const [method, path] of [["DELETE", ""], ["GET", "/deliveries"], ["POST", "/test"], ["POST", "/secret"]] as const
    ) {
      expect((await ana(method, `/webhooks/${id + 1000}${path}`)).status).toBe(404);
    }
    await road.as("nina")("DELETE", `/webhooks/${id}`);
  });

  test("a code with which a phone could be linked is told nobody", async () => {
    await aWebhook(["connection.updated"]);
    const { id } = (await ana("POST", "/whatsapp", { name: "Nova" })).body;
    const { data } = await until(() =>
      told("connection.updated").find(({ data }) => data.connection.status === "qrcode")
    );
    expect(data.connection).not.toHaveProperty("qrcode");
    expect(JSON.stringify(data)).not.toContain((await ana("GET", `/whatsapp/${id}`)).body.qrcode);
    await ana("DELETE", `/whatsapp/${id}`);
  });
});

describe("a receiver that is down", () => {
  test("gets everything in order, once by its webhook-id, when it is back", async () => {
    const { id } = await aWebhook(["message.received"]);
    receiver.answers(() => new Response("fora", { status: 503 }));
    const talk = await aTalk(road);
    for (const nth of [1, 2, 3, 4, 5]) talk.joana.write(AURORA_PHONE, `Mensagem ${nth}`);
    await until(async () => (await talk.thread()).length === 6);
    await until(async () => (await list())[0].failures > 0);
    const resting = (await list())[0];
    expect(resting).toMatchObject({ waiting: 6, nextAt: expect.any(String) });
    // The page says when the first is tried again; the others wait for it.
    const waiting = (await ana("GET", `/webhooks/${id}/deliveries?state=waiting`)).body.records;
    expect(waiting.at(-1)).toMatchObject({ attempts: resting.failures, nextAt: resting.nextAt });
    expect(waiting.slice(0, -1).map(({ nextAt }: { nextAt: string | null }) => nextAt)).toEqual(Array(5).fill(null));
    const failed = receiver.got.length;
    receiver.answers(() => new Response("ok"));
    hurry();
    await until(async () => (await list())[0].waiting === 0);
    const good = receiver.got.slice(failed).map(({ data }) => data.message.body);
    expect(good).toEqual(["Olá", "Mensagem 1", "Mensagem 2", "Mensagem 3", "Mensagem 4", "Mensagem 5"]);
    expect(new Set(receiver.got.slice(failed).map((each) => each.id)).size).toBe(6);
    expect(receiver.got[0]!.id).toBe(receiver.got[failed]!.id);
    expect((await list())[0]).toMatchObject({ failures: 0, isActive: true, stopped: null });
    const { records } = (await ana("GET", `/webhooks/${id}/deliveries`)).body;
    const { tries } = (await ana("GET", `/webhook-deliveries/${records.at(-1).id}`)).body;
    expect(tries.map(({ status }: { status: number }) => status)).toEqual([503, 200]);
    expect(tries[0].said).toBe("fora");
  });

  test("is not asked about each event while it rests", async () => {
    await aWebhook(["message.received"]);
    receiver.answers(() => new Response("", { status: 500 }));
    for (let nth = 0; nth < 5; nth++) road.customer().write(AURORA_PHONE, "Oi");
    await until(async () => (await list())[0].waiting === 5 && (await list())[0].failures > 0);
    const asked = road.aurora.read.select().from(attemptTable).all().length;
    road.aurora.signals.emit("webhooks", {});
    await new Promise((resolve) => setTimeout(resolve));
    expect(road.aurora.read.select().from(attemptTable).all().length).toBe(asked);
  });

  test.each([
    ["redirects", () => Response.redirect("http://example.com/", 302), 302],
    ["refuses", () => new Response("não", { status: 400 }), 400],
  ])("that %s has not got it", async (_, answer, status) => {
    await aWebhook(["message.received"]);
    receiver.answers(answer);
    road.customer().write(AURORA_PHONE, "Oi");
    await until(() => road.aurora.read.select().from(attemptTable).all().some((each) => each.status === status));
    expect((await list())[0].waiting).toBe(1);
  });

  test("that refuses one event keeps only its chat waiting", async () => {
    await aWebhook(["message.received"]);
    receiver.answers(({ data }) => new Response("", { status: data.message.body === "veneno" ? 422 : 200 }));
    const ruth = road.customer(), rosa = road.customer();
    ruth.write(AURORA_PHONE, "veneno");
    await until(() => receiver.got[0]);
    ruth.write(AURORA_PHONE, "depois");
    rosa.write(AURORA_PHONE, "tudo bem");
    await until(() => told("message.received").find(({ data }) => data.message.body === "tudo bem"));
    expect(receiver.got.map(({ data }) => data.message.body)).not.toContain("depois");
    expect((await list())[0]).toMatchObject({ failures: 0, waiting: 2 });
  });

  test("that is gone for good (410) is switched off", async () => {
    const { id } = await aWebhook(["message.received"]);
    receiver.answers(() => new Response("", { status: 410 }));
    road.customer().write(AURORA_PHONE, "Oi");
    await until(async () => (await list())[0].stopped === "gone");
    expect((await list())[0].isActive).toBe(false);
    receiver.answers(() => new Response("ok"));
    const { name, url, events, revision } = (await list())[0];
    await ana("PUT", `/webhooks/${id}`, { name, url, events, isActive: true, was: revision });
    await until(async () => (await list())[0].waiting === 0);
  });

  test("for days makes what it missed fail; it can be sent once more, in order", async () => {
    const { id } = await aWebhook(["message.received"]);
    receiver.answers(() => new Response("", { status: 500 }));
    const talk = await aTalk(road);
    talk.joana.write(AURORA_PHONE, "segunda");
    await until(async () => (await list())[0].waiting === 2);
    const longAgo = Date.now() - 4 * 86_400_000;
    await until(() => {
      road.aurora.write((db) =>
        void db.update(deliveryTable).set({ at: longAgo }).where(eq(deliveryTable.state, "waiting")).run()
      );
      hurry();
      return road.aurora.read.select().from(deliveryTable).where(eq(deliveryTable.webhookId, id)).all()
        .every(({ state }) => state === "failed");
    });
    receiver.answers(() => new Response("ok"));
    const before = receiver.got.length;
    expect((await ana("POST", `/webhooks/${id}/replay`)).body).toEqual({ count: 2 });
    hurry();
    await until(() => receiver.got.length === before + 2);
    expect(receiver.got.slice(before).map(({ data }) => data.message.body)).toEqual(["Olá", "segunda"]);
  });
});

test("one delivery can be sent once more, under the same id", async () => {
  const { id } = await aWebhook(["message.received"]);
  road.customer().write(AURORA_PHONE, "Oi");
  await until(() => receiver.got[0]);
  const [delivery] = await until(async () => {
    const { records } = (await ana("GET", `/webhooks/${id}/deliveries?state=delivered`)).body;
    return records.length ? records : undefined;
  });
  expect((await ana("GET", `/webhook-deliveries/${delivery.id}`)).body).toMatchObject({
    payload: { type: "message.received" },
    tries: [{ status: 200, said: "ok" }],
  });
  await ana("POST", `/webhook-deliveries/${delivery.id}/replay`);
  await until(() => receiver.got[1]);
  expect(receiver.got[1]!.id).toBe(receiver.got[0]!.id);
});

test("a new secret signs beside the old one", async () => {
  const { id, secret } = await aWebhook(["message.received"]);
  const fresh = (await ana("POST", `/webhooks/${id}/secret`)).body.secret;
  expect(fresh).not.toBe(secret);
  const { status } = (await ana("POST", `/webhooks/${id}/test`)).body;
  expect(status).toBe(200);
  expect(receiver.got[0]!.type).toBe("webhook.test");
  expect(receiver.got[0]!.headers.get("webhook-signature")!.split(" ")).toHaveLength(2);
});

describe("an address", () => {
  test.each([
    "http://127.0.0.1/x",
    "http://10.1.2.3/x",
    "http://[::1]/x",
    "http://169.254.169.254/",
    "https://localhost/x",
  ])(
    "within the network is refused: %s",
    async (url) => {
      allowInner([]);
      expect(await ana("POST", "/webhooks", { name: "x1", url, events: ["message.sent"] })).toMatchObject({
        status: 422,
        body: { error: "ERR_WEBHOOK_ADDRESS", fields: { url: "invalid" } },
      });
    },
  );

  test("that is none, or of another kind, is refused", async () => {
    for (const url of ["loja", "ftp://loja.test/x", "javascript:alert(1)"]) {
      expect((await ana("POST", "/webhooks", { name: "x1", url, events: ["message.sent"] })).status).toBe(400);
    }
  });

  test("that leads inside later is not asked", async () => {
    await aWebhook(["message.received"]);
    allowInner([]);
    road.customer().write(AURORA_PHONE, "Oi");
    await until(async () => (await list())[0].failures > 0);
    expect(receiver.got).toEqual([]);
    expect(road.aurora.read.select().from(attemptTable).all().at(-1)).toMatchObject({
      status: null,
      said: expect.stringMatching(/inner/),
    });
  });
});

test("a person without the right, and two who change at once, are refused", async () => {
  const { id } = await aWebhook(["message.sent"]);
  expect((await road.as("bruno")("GET", "/webhooks")).body.error).toBe("ERR_NO_PERMISSION");
  const form = { name: "Outra", url: receiver.url, events: ["message.sent"], was: 0 };
  expect((await ana("PUT", `/webhooks/${id}`, form)).status).toBe(200);
  expect((await ana("PUT", `/webhooks/${id}`, { ...form, name: "Terceira" })).body).toMatchObject({
    error: "ERR_CHANGED_MEANWHILE",
    detail: { record: { name: "Outra" } },
  });
});

test("a token for webhooks keeps them by itself, and is told only of what it may read", async () => {
  const { token } = (await ana("POST", "/api-tokens", { name: "n8n", scopes: ["webhooks", "contacts"] })).body;
  const add = async (events: string[]) => {
    const answer = await fetch(`${road.server.address}/api/webhooks`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Do n8n", url: receiver.url, events }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  expect(await add(["contact.created", "connection.updated"])).toMatchObject({
    status: 200,
    body: { name: "Do n8n", secret: expect.stringMatching(/^whsec_/) },
  });
  expect(await add(["contact.created", "message.received"])).toMatchObject({
    status: 403,
    body: { error: "ERR_API_TOKEN_SCOPE", detail: { scope: "tickets" } },
  });
});

test("what the file keeps of a secret opens nothing", async () => {
  const { secret } = await aWebhook(["message.sent"]);
  const [row] = road.aurora.read.select().from(webhookTable).all();
  expect(Buffer.from(row!.secret).toString()).not.toContain(secret.slice(6, 20));
});

test("looking for what is due walks no table, and removing a webhook leaves nothing behind", async () => {
  const { id } = await aWebhook(["message.received"]);
  const plan = queryPlan(road.aurora, selectDue(road.aurora.read, { webhookId: 1, now: Date.now(), most: 8 }));
  expect(plan.filter((step) => /SCAN|TEMP B-TREE/.test(step))).toEqual([]);
  road.customer().write(AURORA_PHONE, "Oi");
  await until(() => receiver.got[0]);
  await ana("DELETE", `/webhooks/${id}`);
  expect(road.aurora.read.select().from(deliveryTable).all()).toEqual([]);
  expect(road.aurora.read.select().from(webhookEventTable).all().length).toBeGreaterThan(0);
});

test("of a contact who is erased neither webhooks nor the list of requests keep anything", async () => {
  await aWebhook(["message.received"]);
  const talk = await aTalk(road);
  await until(() => told("message.received")[0]);
  const { token } = (await ana("POST", "/api-tokens", { name: "Loja", scopes: ["send"] })).body;
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const sent = await fetch(`${road.server.address}/api/messages/send`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ number: talk.joana.number, body: "Amanhã", sendAt }),
  });
  expect(sent.status).toBe(200);
  await until(async () => (await list())[0].waiting === 0);
  await ana("PUT", `/tickets/${talk.ticket.id}`, { status: "closed", userId: 1, justClose: true });
  expect((await ana("DELETE", `/contacts/${talk.ticket.contactId}`)).status).toBe(200);
  const kept = [
    ...road.aurora.read.select().from(webhookEventTable).all(),
    ...road.aurora.read.select().from(apiRequestTable).all(),
  ];
  expect(JSON.stringify(kept)).not.toContain(talk.joana.number);
  expect((await ana("GET", "/api-requests")).body.records[0]).toMatchObject({ fate: "cancelled", number: "" });
});

test("a ticket that is deleted is told after everything else of it, whatever was refused before", async () => {
  let isRefusing = true;
  await aWebhook(["ticket.closed", "ticket.deleted"]);
  receiver.answers(({ type }) => new Response("", { status: type === "ticket.closed" && isRefusing ? 400 : 200 }));
  const talk = await aTalk(road);
  await ana("PUT", `/tickets/${talk.ticket.id}`, { status: "closed", userId: 1, justClose: true });
  await until(() => told("ticket.closed")[0]);
  await ana("DELETE", `/tickets/${talk.ticket.id}`);
  expect((await list())[0].waiting).toBe(2);
  expect(told("ticket.deleted")).toEqual([]);
  isRefusing = false;
  hurry();
  await until(() => told("ticket.deleted")[0]);
  expect(receiver.got.map(({ type }) => type)).toEqual(["ticket.closed", "ticket.closed", "ticket.deleted"]);
});

test("a secret that cannot be read is a try that failed, and a fault of ours stops nobody else", async () => {
  await aWebhook(["message.received"]);
  road.aurora.write((db) => void db.update(webhookTable).set({ secret: Buffer.from("x".repeat(60)) }).run());
  road.customer().write(AURORA_PHONE, "Oi");
  await until(async () => (await list())[0].failures > 0);
  expect(road.aurora.read.select().from(attemptTable).all().at(-1)!.said).toMatch(/secret cannot be read/);
  expect(receiver.got).toEqual([]);
});

test("what was answered and could not be noted is not sent again", async () => {
  await aWebhook(["message.received"]);
  road.aurora.write((db) =>
    void db.run(sql`create trigger broken before update on webhook_deliveries when new.state = 'delivered' begin
      select raise(fail, 'database or disk is full'); end`)
  );
  road.customer().write(AURORA_PHONE, "Oi");
  await until(() => receiver.got[0]);
  // Whoever asks meanwhile has their turn.
  for (let nth = 0; nth < 20; nth++) expect((await ana("GET", "/webhooks")).status).toBe(200);
  road.aurora.write((db) => void db.run(sql`drop trigger broken`));
  await until(async () => (await list())[0].waiting === 0);
  expect(receiver.got).toHaveLength(1);
});

test("a replay while the delivery is under way is not swallowed", async () => {
  const answering = Promise.withResolvers<void>(), { id } = await aWebhook(["message.received"]);
  receiver.answers(async () => (await answering.promise, new Response("ok")));
  road.customer().write(AURORA_PHONE, "Oi");
  const [delivery] = await until(async () => {
    const { records } = (await ana("GET", `/webhooks/${id}/deliveries`)).body;
    return records.length ? records : undefined;
  });
  await ana("POST", `/webhook-deliveries/${delivery.id}/replay`);
  answering.resolve();
  await until(() => receiver.got.length === 2);
  expect(receiver.got[1]!.id).toBe(receiver.got[0]!.id);
  await until(async () => (await list())[0].waiting === 0);
});

test("a clock that is set back makes nobody wait for what it was before", async () => {
  const { id } = await aWebhook(["message.received"]), { aurora, server } = road;
  const isBack = Date.now(), before = isBack + 3_600_000;
  aurora.write((db) => void db.update(webhookTable).set({ failures: 3, nextAt: before + 30_000 }).run());
  const runner = new WebhookRunner(server.tenants.keys);
  runner.tick(aurora, before);
  const nextAt = () => aurora.read.select().from(webhookTable).where(eq(webhookTable.id, id)).all()[0]!.nextAt!;
  expect(nextAt()).toBeGreaterThan(before);
  runner.tick(aurora, isBack);
  expect(nextAt()).toBeLessThanOrEqual(isBack);
  runner.close();
});
