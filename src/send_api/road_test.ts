import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { and, eq, lt } from "drizzle-orm";
import { addConnection } from "../connections/connections.ts";
import { setToken } from "../connections/tokens.ts";
import { optOut } from "../opt_outs/opt_outs.ts";
import { numberCheckTable } from "../contact_lists/table.ts";
import { allowInner } from "../platform/inner_network.ts";
import { until } from "../testing/fixtures.ts";
import { aRoad, aTalk, AURORA_PHONE, type Road } from "../testing/road.ts";
import { queryPlan } from "../testing/query_plan.ts";
import { BEHIND } from "./order.ts";
import { selectDue } from "./runner.ts";
import { apiRequestTable } from "./table.ts";

const OF_CONNECTION = "token-da-conexao-1";
let road: Road, TOKEN: string;
beforeAll(async () => {
  road = await aRoad();
  road.aurora.write((db) => setToken(road.server.tenants, road.aurora, db, road.connectionId, OF_CONNECTION));
  TOKEN = (await made({ name: "Loja virtual", scopes: ["send"], perMinute: 10_000 })).token;
});
afterAll(async () => await road.stop());
afterEach(() => {
  road.simulator.network.down(false);
  allowInner([]);
});

interface Rest {
  token?: string;
  key?: string;
  method?: string;
}

/** What an integrator's script gets. */
async function ask(
  path: string,
  body?: object | FormData | string,
  { token = TOKEN, key, method = "POST" }: Rest = {},
) {
  const isForm = body instanceof FormData || typeof body === "string";
  const answer = await fetch(`${road.server.address}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(key ? { "idempotency-key": key } : {}),
      ...(isForm || body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const send = (body: object | FormData, rest?: Rest) => ask("/messages/send", body, rest);
const fate = async (id: number, rest: Rest = {}) =>
  (await ask(`/messages/send/${id}`, undefined, { method: "GET", ...rest })).body;
const ends = (id: number, wanted: string) =>
  until(async () => {
    const found = await fate(id);
    return found.fate === wanted ? found : undefined;
  });
const rows = () => road.aurora.read.select().from(apiRequestTable).all();
const made = async (form: object) => (await road.as("ana")("POST", "/api-tokens", form)).body;

describe("a text", () => {
  test("as the scripts of the field send it reaches the phone, and its fate can be asked for", async () => {
    const joana = road.customer();
    const { status, body } = await send({ number: joana.number, body: "Seu pedido saiu" });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { mensagem: "Mensagem enviada", id: expect.any(Number), fate: "waiting", failure: null },
    });
    await joana.waitFor(({ text }) => text === "Seu pedido saiu");
    expect(await ends(body.id, "delivered")).toMatchObject({ number: joana.number, messageId: expect.any(Number) });
  });

  test("goes into the thread of a customer who is being served, and rings no bell", async () => {
    const talk = await aTalk(road);
    const { body } = await send({ number: talk.joana.number, body: "Nota 1077 emitida" });
    await talk.joana.waitFor(({ text }) => text === "Nota 1077 emitida");
    const { messageId } = await ends(body.id, "delivered");
    expect(await talk.message(messageId)).toMatchObject({ body: "Nota 1077 emitida", fromMe: true, user: null });
  });

  test("to a stranger is nobody's work until the stranger answers", async () => {
    const rui = road.customer();
    await send({ number: rui.number, body: "Olá, Rui" });
    await rui.waitFor(({ text }) => text === "Olá, Rui");
    const pending = async () =>
      (await road.as("ana")("GET", "/tickets?status=pending&showAll=true")).body.tickets
        .find(({ contact }: { contact: { number: string } }) => contact.number === rui.number);
    expect(await pending()).toBeUndefined();
    rui.write(AURORA_PHONE, "Oi");
    await until(pending);
  });

  test("to a number that WhatsApp does not know fails, with the reason", async () => {
    const { body } = await send({ number: "5511900000000", body: "x" });
    expect(await ends(body.id, "failed")).toMatchObject({ failure: "ERR_WAPP_INVALID_CONTACT", messageId: null });
  });

  test("to a stranger waits while the line is down, and several leave in order", async () => {
    const lia = road.customer();
    road.simulator.network.down(true);
    await until(async () =>
      (await road.as("ana")("GET", `/whatsapp/${road.connectionId}`)).body.status !== "CONNECTED"
    );
    const ids: number[] = [];
    for (const nth of [1, 2, 3]) ids.push((await send({ number: lia.number, body: `Parte ${nth}` })).body.id);
    expect((await fate(ids[0]!)).fate).toBe("waiting");
    road.simulator.network.down(false);
    await until(async () =>
      (await road.as("ana")("GET", `/whatsapp/${road.connectionId}`)).body.status === "CONNECTED"
    );
    await until(() => {
      road.aurora.write((db) =>
        void db.update(apiRequestTable).set({ dueAt: Date.now() }).where(
          and(eq(apiRequestTable.state, "waiting"), lt(apiRequestTable.dueAt, BEHIND)),
        ).run()
      );
      road.aurora.signals.emit("api", {});
      return lia.received.filter(({ text }) => text?.startsWith("Parte")).length === 3;
    });
    expect(lia.received.map(({ text }) => text).filter((text) => text?.startsWith("Parte"))).toEqual([
      "Parte 1",
      "Parte 2",
      "Parte 3",
    ]);
  });

  test.each([
    [{ body: "x" }, { number: "required" }],
    [{ number: "(11) 98765-4321", body: "x" }, { number: "invalid" }],
    [{ number: "5511987654321" }, { body: "required" }],
    [{ number: "5511987654321", body: "   " }, { body: "required" }],
    [{ number: "5511987654321", body: "x", sendAt: "amanhã" }, { sendAt: "invalid" }],
    [{ number: "5511987654321", body: "x", sendAt: "2199-01-01T00:00:00Z" }, { sendAt: "invalid" }],
    [{ number: "5511987654321", body: "x", mediaUrl: "ftp://a.test/b" }, { mediaUrl: "invalid" }],
  ])("that is not whole is refused and named: %j", async (draft, fields) => {
    expect(await send(draft)).toMatchObject({ status: 400, body: { error: "ERR_INVALID_INPUT", fields } });
  });

  test("of 2 MB is refused, and no text but a message", async () => {
    expect((await send({ number: "5511987654321", body: "x".repeat(2_000_000) })).body.error).toBe(
      "ERR_BODY_TOO_LARGE",
    );
    expect((await ask("/messages/send", "{")).status).toBe(415);
  });
});

describe("a file", () => {
  const PDF = () => new File(["%PDF-1.4 nota"], "nota-1077.pdf", { type: "application/pdf" });

  test("comes as a form, with its text", async () => {
    const joana = road.customer(), form = new FormData();
    form.append("number", joana.number);
    form.append("body", "Sua nota");
    form.append("medias", PDF());
    const { status, body } = await send(form);
    expect(status).toBe(200);
    const got = await joana.waitFor(({ media }) => media?.fileName === "nota-1077.pdf");
    expect(got.text).toBe("Sua nota");
    expect(await ends(body.id, "delivered")).toMatchObject({ failure: null });
  });

  test("one of several follows the other, each with a fate of its own", async () => {
    const joana = road.customer(), form = new FormData();
    form.append("number", joana.number);
    for (const name of ["a.pdf", "b.pdf"]) {
      form.append("medias", new File(["%PDF-1.4"], name, { type: "application/pdf" }));
    }
    const { body } = await send(form);
    expect(body.ids).toEqual([body.id, body.id + 1]);
    await joana.waitFor(({ media }) => media?.fileName === "b.pdf");
    for (const id of body.ids) await ends(id, "delivered");
  });

  test("is fetched from an address, by the name that its server says", async () => {
    const joana = road.customer();
    await using files = await aFileServer((_, path) =>
      path === "/nota"
        ? new Response("%PDF-1.4 x", {
          headers: { "content-disposition": 'attachment; filename="Nota 9.pdf"', "content-type": "application/pdf" },
        })
        : Response.redirect(`${files.address}/nota`, 302)
    );
    allowInner(["127.0.0.1"]);
    await send({ number: joana.number, body: "veja", mediaUrl: `${files.address}/antes` });
    await send({ number: joana.number, body: "depois" });
    await joana.waitFor(({ text }) => text === "depois");
    const seen = joana.received.map(({ text, media }) => media?.fileName ?? text);
    expect(seen).toEqual(["Nota 9.pdf", "depois"]);
  });

  test.each([
    ["an inner address", () => "http://127.0.0.1:9/x"],
    ["the clouds' metadata", () => "http://169.254.169.254/latest"],
  ])("behind %s is not fetched", async (_, address) => {
    const { body } = await send({ number: road.customer().number, mediaUrl: address() });
    expect(await ends(body.id, "failed")).toMatchObject({ failure: "ERR_MEDIA_ADDRESS" });
  });

  test("whose address leads inside, lies about its type, fails or is none fails with a reason", async () => {
    await using files = await aFileServer((_, path) => {
      if (path === "/dentro") return Response.redirect("http://10.0.0.1/x", 302);
      if (path === "/foto") return new Response("não sou foto", { headers: { "content-type": "image/png" } });
      if (path === "/volta") return Response.redirect(`${files.address}/volta`, 302);
      return new Response("", { status: 500 });
    });
    allowInner(["127.0.0.1"]);
    const failure = async (path: string) => {
      const { body } = await send({ number: road.customer().number, mediaUrl: `${files.address}${path}` });
      return (await ends(body.id, "failed")).failure;
    };
    expect(await failure("/dentro")).toBe("ERR_MEDIA_ADDRESS");
    expect(await failure("/volta")).toBe("ERR_MEDIA_ADDRESS");
    expect(await failure("/quebrado")).toBe("ERR_MEDIA_ADDRESS");
    expect(await failure("/foto")).toBe("ERR_FILE_TYPE");
  });
});

async function aFileServer(answer: (request: Request, path: string) => Response) {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => answer(request, new URL(request.url).pathname),
  );
  return {
    address: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: async () => await server.shutdown(),
  };
}

describe("replies and reactions", () => {
  test("name a message of the same receiver", async () => {
    const talk = await aTalk(road), [question] = await talk.thread();
    await send({ number: talk.joana.number, body: "Respondo aqui", quotedMsg: { id: question.id } });
    const got = await talk.joana.waitFor(({ text }) => text === "Respondo aqui");
    expect(got.quotedId).toBe(talk.joana.sent[0]!.id);
    const { body } = await send({ number: talk.joana.number, reaction: { id: question.id, emoji: "👍" } });
    await ends(body.id, "sent");
    await talk.joana.waitUntil(() => talk.joana.chats.find(talk.joana.sent[0]!.id)?.reaction === "👍");
    const other = await aTalk(road);
    expect(await send({ number: other.joana.number, body: "x", quotedMsg: { id: question.id } })).toMatchObject({
      status: 404,
      body: { error: "ERR_NO_MESSAGE_FOUND" },
    });
  });
});

describe("an Idempotency-Key", () => {
  test("sends once, however often and at once it is repeated", async () => {
    const joana = road.customer(), key = crypto.randomUUID();
    const draft = { number: joana.number, body: "Uma vez só" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(draft, { key })));
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted.length).toBeGreaterThan(0);
    expect(new Set(accepted.map(({ body }) => body.id)).size).toBe(1);
    expect(
      answers.filter(({ status }) => status !== 202).map(({ body }) => body.error)
        .every((error) => error === "ERR_IDEMPOTENCY_UNDER_WAY"),
    ).toBe(true);
    const later = await send(draft, { key });
    expect(later).toMatchObject({ status: 202, body: { id: accepted[0]!.body.id } });
    expect(later.headers.get("idempotent-replayed")).toBe("true");
    await joana.waitFor(({ text }) => text === "Uma vez só");
    expect(rows().filter(({ idempotencyKey }) => idempotencyKey === key)).toHaveLength(1);
    await send({ number: joana.number, body: "Fim" });
    await joana.waitFor(({ text }) => text === "Fim");
    expect(joana.received.map(({ text }) => text)).toEqual(["Uma vez só", "Fim"]);
  });

  test("under which something else was asked for refuses this", async () => {
    const key = crypto.randomUUID(), { number } = road.customer();
    await send({ number, body: "um" }, { key });
    expect(await send({ number, body: "dois" }, { key })).toMatchObject({
      status: 422,
      body: { error: "ERR_IDEMPOTENCY_MISMATCH" },
    });
  });

  test("of another token, or of yesterday, is another one", async () => {
    const key = crypto.randomUUID(), { number } = road.customer();
    const first = (await send({ number, body: "um" }, { key })).body.id;
    const { token } = await made({ name: "Loja", scopes: ["send"] });
    const other = (await send({ number, body: "um" }, { key, token })).body.id;
    expect(other).not.toBe(first);
    const long = Date.now() - 86_500_000;
    road.aurora.write((db) =>
      void db.update(apiRequestTable).set({ at: long }).where(eq(apiRequestTable.id, first)).run()
    );
    expect((await send({ number, body: "outro" }, { key })).status).toBe(202);
  });

  test("is a text of up to 255 visible characters", async () => {
    expect(await send({ number: "5511987654321", body: "x" }, { key: "x".repeat(256) })).toMatchObject({ status: 400 });
  });
});

describe("sendAt", () => {
  test("holds a message back until then, and lets it be taken back", async () => {
    const joana = road.customer(), sendAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await send({ number: joana.number, body: "Mais tarde", sendAt });
    expect(body).toMatchObject({ fate: "scheduled", sendAt });
    await send({ number: joana.number, body: "Agora" });
    await joana.waitFor(({ text }) => text === "Agora");
    const taken = await ask(`/messages/send/${body.id}`, undefined, { method: "DELETE" });
    expect(taken.body).toMatchObject({ fate: "cancelled" });
    expect((await ask(`/messages/send/${body.id}`, undefined, { method: "DELETE" })).status).toBe(200);
    const other = (await send({ number: joana.number, body: "Vence", sendAt })).body.id;
    road.aurora.write((db) =>
      void db.update(apiRequestTable).set({ sendAt: Date.now(), dueAt: Date.now() }).where(
        eq(apiRequestTable.id, other),
      ).run()
    );
    road.aurora.signals.emit("api", {});
    await joana.waitFor(({ text }) => text === "Vence");
    expect(joana.received.map(({ text }) => text)).toEqual(["Agora", "Vence"]);
    await ends(other, "delivered");
    expect((await ask(`/messages/send/${other}`, undefined, { method: "DELETE" })).body.error).toBe(
      "ERR_API_MESSAGE_SENT",
    );
  });
});

test("a dry run checks everything and sends nothing", async () => {
  const joana = road.customer(), count = rows().length;
  const known = await send({ number: joana.number, body: "x", dryRun: true });
  expect(known).toMatchObject({
    status: 200,
    body: { dryRun: true, number: joana.number, isValid: true, contact: null, whatsapp: { id: road.connectionId } },
  });
  expect((await send({ number: "5511900000001", body: "x", dryRun: true })).body.isValid).toBe(false);
  expect(await send({ number: "5511900000001", dryRun: true })).toMatchObject({ status: 400 });
  expect(rows().filter(({ state }) => state !== null)).toHaveLength(
    rows().filter(({ state }) => state !== null).length,
  );
  expect(rows().length - count).toBe(1);
  expect(joana.received).toEqual([]);
});

test("what says that it is marketing does not reach who wants none; other messages do", async () => {
  const joana = road.customer();
  road.aurora.write((db) => void optOut(db, { number: joana.number, source: "hand" }, Date.now()));
  expect(await send({ number: joana.number, body: "Oferta", marketing: true })).toMatchObject({
    status: 422,
    body: { error: "ERR_OPTED_OUT" },
  });
  await send({ number: joana.number, body: "Seu código: 1234" });
  await joana.waitFor(({ text }) => text === "Seu código: 1234");
});

describe("tokens", () => {
  test("that are nobody's, revoked, expired or too narrow are refused, each by its name", async () => {
    const draft = { number: "5511987654321", body: "x" };
    expect(await send(draft, { token: "x".repeat(20) })).toMatchObject({
      status: 401,
      body: { error: "ERR_API_TOKEN", detail: { reason: "unknown" } },
    });
    const { id, token } = await made({ name: "Loja", scopes: ["send"] });
    expect((await send({ ...draft, number: road.customer().number }, { token })).status).toBe(200);
    await road.as("ana")("DELETE", `/api-tokens/${id}`);
    expect(await send(draft, { token })).toMatchObject({ status: 401, body: { detail: { reason: "revoked" } } });
    const reader = await made({ name: "Relatórios", scopes: ["tickets"] });
    expect(await send(draft, { token: reader.token })).toMatchObject({
      status: 403,
      body: { error: "ERR_API_TOKEN_SCOPE", detail: { scope: "send" } },
    });
    const { body } = await road.as("ana")("GET", "/api-requests");
    expect(body.records.slice(0, 2)).toMatchObject([
      { status: 403, error: "ERR_API_TOKEN_SCOPE", token: "Relatórios", fate: null },
      { status: 401, error: "ERR_API_TOKEN", token: "Loja" },
    ]);
  });

  test("one more than its minute allows is refused, with how long to wait", async () => {
    const { token } = await made({ name: "Lenta", scopes: ["send"], perMinute: 2 }), { number } = road.customer();
    for (const nth of [1, 2]) expect((await send({ number, body: `${nth}` }, { token })).status).toBe(200);
    const refused = await send({ number, body: "3" }, { token });
    expect(refused).toMatchObject({ status: 429, body: { error: "ERR_TOO_MANY_REQUESTS" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("one more than its day allows is refused until tomorrow", async () => {
    const { token } = await made({ name: "Pouca", scopes: ["send"], perDay: 2 }), { number } = road.customer();
    for (const nth of [1, 2]) expect((await send({ number, body: `${nth}` }, { token })).status).toBe(200);
    expect((await send({ number, body: "3" }, { token })).body).toMatchObject({ detail: { perDay: 2 } });
  });

  test("ask only for the fate of what they sent themselves, and another company's for nothing", async () => {
    const { body } = await send({ number: road.customer().number, body: "x" });
    const { token } = await made({ name: "Outra", scopes: ["send"] });
    expect((await ask(`/messages/send/${body.id}`, undefined, { method: "GET", token })).status).toBe(404);
    const nina = (await road.as("nina")("POST", "/api-tokens", { name: "Norte", scopes: ["send"] })).body.token;
    expect((await ask(`/messages/send/${body.id}`, undefined, { method: "GET", token: nina })).status).toBe(404);
    expect((await send({ number: "5511987654321", body: "x", whatsappId: 99 }, { token })).body.error).toBe(
      "ERR_NO_WAPP_FOUND",
    );
  });

  test("a person cannot send by it", async () => {
    expect((await road.as("ana")("POST", "/messages/send", { number: "5511987654321", body: "x" })).body).toMatchObject(
      {
        error: "ERR_API_TOKEN",
      },
    );
  });
});

test("the list of requests is for administrators, and finds by number, key and token", async () => {
  const { number } = road.customer(), key = crypto.randomUUID();
  await send({ number, body: "segredo" }, { key, token: OF_CONNECTION });
  const list = async (query: string, name = "ana") => (await road.as(name)("GET", `/api-requests?${query}`)).body;
  for (const word of [number.slice(-9), key]) expect((await list(`searchParam=${word}`)).records).toHaveLength(1);
  const [found] = (await list(`searchParam=${key}`)).records;
  expect(found).toMatchObject({ number, key, status: 202, kind: "text", isConnections: true });
  expect(JSON.stringify(found)).not.toContain("segredo");
  expect(
    (await list("refused=true")).records.every(({ status, fate }: { status: number; fate: string }) =>
      status >= 400 || fate === "failed"
    ),
  ).toBe(true);
  expect((await list("", "bruno")).error).toBe("ERR_NO_PERMISSION");
});

test("a connection's token sends through it, and does nothing else", async () => {
  const joana = road.customer(), other = road.aurora.write((db) => addConnection(db, { name: "Outra" }, Date.now()));
  const { body } = await send({ number: joana.number, body: "Pela conexão" }, { token: OF_CONNECTION });
  await joana.waitFor(({ text }) => text === "Pela conexão");
  expect((await fate(body.id, { token: OF_CONNECTION })).number).toBe(joana.number);
  const elsewhere = { number: joana.number, body: "x", whatsappId: other.id };
  expect((await send(elsewhere, { token: OF_CONNECTION })).body.error).toBe("ERR_NO_WAPP_FOUND");
  for (const path of ["/tickets", "/contacts", "/webhooks", "/users"]) {
    const refused = await ask(path, undefined, { method: "GET", token: OF_CONNECTION });
    expect(refused.body.error).toBe("ERR_API_TOKEN_SCOPE");
  }
});

test("looking for what is due walks no table", () => {
  const plan = queryPlan(road.aurora, selectDue(road.aurora.read, { now: Date.now(), most: 20, needsFile: 0 }));
  expect(plan.filter((step) => /SCAN|TEMP B-TREE/.test(step))).toEqual([]);
});

test("a file may come as one of a list, as PHP and others write it", async () => {
  const joana = road.customer(), form = new FormData();
  form.append("number", joana.number);
  form.append("medias[]", new File(["%PDF-1.4"], "a.pdf", { type: "application/pdf" }));
  form.append("medias[1]", new File(["%PDF-1.4"], "b.pdf", { type: "application/pdf" }));
  expect((await send(form)).status).toBe(200);
  await joana.waitFor(({ media }) => media?.fileName === "b.pdf");
});

test("addresses that never answer hold up nobody else", async () => {
  const never = Promise.withResolvers<void>(), joana = road.customer();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => never.promise.then(() => new Response("", { status: 500 })),
  );
  allowInner(["127.0.0.1"]);
  const mediaUrl = `http://127.0.0.1:${server.addr.port}/x`;
  for (let nth = 0; nth < 25; nth++) await send({ number: road.customer().number, mediaUrl });
  await send({ number: joana.number, body: "Seu código: 77" });
  await joana.waitFor(({ text }) => text === "Seu código: 77");
  never.resolve();
  await until(() => rows().every(({ state }) => state !== "waiting"));
  await server.shutdown();
});

test("what could not leave for a day fails, and is not sent days later", async () => {
  const lia = road.customer(), sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const { body: { id } } = await send({ number: lia.number, body: "Código de ontem", sendAt });
  const longAgo = Date.now() - 86_500_000;
  road.aurora.write((db) =>
    void db.update(apiRequestTable).set({ at: longAgo, sendAt: null, dueAt: 0 }).where(eq(apiRequestTable.id, id)).run()
  );
  road.aurora.signals.emit("api", {});
  expect(await ends(id, "failed")).toMatchObject({ failure: "ERR_SCHEDULE_TOO_LATE" });
  expect(lia.received).toEqual([]);
});

test("what is deleted before it has left was not sent", async () => {
  const talk = await aTalk(road);
  road.simulator.network.down(true);
  await until(async () => (await talk.ana("GET", `/whatsapp/${road.connectionId}`)).body.status !== "CONNECTED");
  const { body: { id } } = await send({ number: talk.joana.number, body: "Nunca sai" });
  await ends(id, "sending");
  await talk.ana("DELETE", `/tickets/${talk.ticket.id}`);
  expect(await fate(id)).toMatchObject({ fate: "failed", failure: "ERR_SCHEDULE_TAKEN_BACK" });
  road.simulator.network.down(false);
  await until(async () => (await talk.ana("GET", `/whatsapp/${road.connectionId}`)).body.status === "CONNECTED");
});

test("a connection's token touches no message of another connection", async () => {
  const talk = await aTalk(road), [question] = await talk.thread();
  const other = road.aurora.write((db) => {
    const made = addConnection(db, { name: "Terceira" }, Date.now());
    setToken(road.server.tenants, road.aurora, db, made.id, "token-da-conexao-3");
    return made;
  });
  const own = { token: "token-da-conexao-3" }, reaction = { id: question.id, emoji: "👍" };
  expect((await send({ number: talk.joana.number, reaction }, own)).body.error).toBe("ERR_NO_MESSAGE_FOUND");
  const quote = { number: talk.joana.number, body: "x", quotedMsg: { id: question.id } };
  expect((await send(quote, own)).body.error).toBe("ERR_NO_MESSAGE_FOUND");
  expect((await send({ ...quote, whatsappId: other.id })).body.error).toBe("ERR_NO_MESSAGE_FOUND");
});

test("the same request, with what is empty said or left out, is the same under its key", async () => {
  const key = crypto.randomUUID(), { number } = road.customer();
  const first = await send({ number, body: "um" }, { key });
  const again = await send({ number, body: "um", quotedMsg: null, marketing: false }, { key });
  expect(again).toMatchObject({ status: 202, body: { id: first.body.id } });
});

test("many numbers that nobody has are not asked about at the API's speed, either", async () => {
  road.aurora.write((db) => void db.delete(numberCheckTable).run());
  const asked = () => road.aurora.read.select().from(numberCheckTable).all().length;
  const ids: number[] = [];
  for (let nth = 0; nth < 60; nth++) {
    ids.push((await send({ number: `55119000${String(10_000 + nth)}`, body: "x" })).body.id);
  }
  await until(() => asked() >= 20);
  // By then the network has been asked often enough; those who are left wait, and nobody else does.
  const joana = (await aTalk(road)).joana;
  await send({ number: joana.number, body: "Passa" });
  await joana.waitFor(({ text }) => text === "Passa");
  expect(asked()).toBeLessThan(60);
  expect((await fate(ids.at(-1)!)).fate).toBe("waiting");
  for (const id of ids) await ask(`/messages/send/${id}`, undefined, { method: "DELETE" });
  road.aurora.write((db) => void db.delete(numberCheckTable).run());
});
