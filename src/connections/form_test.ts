import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBalcao } from "../testing/fixtures.ts";
import { addConnection, connectionById } from "./connections.ts";
import { connectionTable, connectionTokenTable } from "./table.ts";

const ENCOMENDAS = 1, ENTREGAS = 2, ATACADO = 3;
const TOKEN = "Kq3vX9-padaria_aurora";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

const ana = (method: string, path: string, body?: unknown) => balcao.as("ana@aurora.test")(method, path, body);
const nina = (method: string, path: string, body?: unknown) => balcao.as("nina@norte.test")(method, path, body);
const aConnection = (company = balcao.aurora) =>
  company.write((db) => addConnection(db, { name: `Loja ${crypto.randomUUID().slice(0, 8)}` }, Date.now()));
const tokens = () => balcao.tenants.provider.read.select().from(connectionTokenTable).all();

test("a connection keeps its texts and its queues, in the order in which they were chosen", async () => {
  const { id, name } = aConnection();
  const form = {
    greetingMessage: "{{greeting}}! Com quem quer falar?",
    complationMessage: "Obrigado pela visita.",
    outOfHoursMessage: "Abrimos às 6h.",
    ratingMessage: "Como foi o atendimento?",
    queueIds: [ATACADO, ENCOMENDAS, ATACADO],
  };
  expect((await ana("PUT", `/whatsapp/${id}`, { name, ...form })).body.queues).toMatchObject([
    { id: ATACADO, name: "Atacado" },
    { id: ENCOMENDAS, name: "Encomendas" },
  ]);
  const kept = { ...form, name, queueIds: [ATACADO, ENCOMENDAS], provider: "beta", token: "" };
  expect((await ana("GET", `/whatsapp/${id}`)).body).toMatchObject(kept);
  await ana("PUT", `/whatsapp/${id}`, { name: `${name} 2` });
  expect((await ana("GET", `/whatsapp/${id}`)).body).toMatchObject({ ...kept, name: `${name} 2` });
});

test.each([
  ["two queues without a greeting", { queueIds: [ENCOMENDAS, ENTREGAS] }, 409, {
    error: "ERR_WAPP_GREETING_REQUIRED",
    fields: { greetingMessage: "required" },
  }],
  ["two queues with a blank greeting", { queueIds: [ENCOMENDAS, ENTREGAS], greetingMessage: " \n " }, 409, {
    error: "ERR_WAPP_GREETING_REQUIRED",
  }],
  ["a queue that is not there", { queueIds: [99] }, 404, { error: "ERR_NO_QUEUE_FOUND" }],
  ["a text without end", { complationMessage: "a".repeat(2001) }, 400, { fields: { complationMessage: "too_long" } }],
  ["a token that can be guessed", { token: "1234" }, 400, { fields: { token: "invalid" } }],
  ["a token of other characters", { token: "chave com espaço e acento" }, 400, { fields: { token: "invalid" } }],
])("%s is refused, and nothing is changed", async (_, form, status, body) => {
  const { id, name } = aConnection();
  expect(await ana("PUT", `/whatsapp/${id}`, { name: "Outra", ...form })).toMatchObject({ status, body });
  expect((await ana("GET", `/whatsapp/${id}`)).body).toMatchObject({ name, queueIds: [], complationMessage: "" });
});

test("one queue needs no greeting", async () => {
  const { id, name } = aConnection();
  expect((await ana("PUT", `/whatsapp/${id}`, { name, queueIds: [ENTREGAS] })).status).toBe(200);
});

test("a token is read again by administrators alone, and lies in no file as it is", async () => {
  const { id, name } = aConnection();
  const emitted = { ana: balcao.listenAs(balcao.aurora, "Ana"), bruno: balcao.listenAs(balcao.aurora, "Bruno") };
  const saved = await ana("PUT", `/whatsapp/${id}`, { name, token: TOKEN });
  expect((await ana("GET", `/whatsapp/${id}?session=0`)).body.token).toBe(TOKEN);
  expect((await balcao.as("bruno@aurora.test")("GET", `/whatsapp/${id}`)).body.token).toBe("");
  const elsewhere = [saved.body, (await ana("GET", "/whatsapp/")).body, emitted, tokens()];
  expect(JSON.stringify(elsewhere)).not.toContain(TOKEN);
  const stored = connectionById(balcao.aurora.read, id)!.token!;
  expect(new TextDecoder("latin1").decode(stored)).not.toContain(TOKEN);
});

test("a token is one connection's of one company, until it lets go of it", async () => {
  const mine = aConnection(), other = aConnection(), theirs = aConnection(balcao.norte);
  const token = "abcdefgh-12345678";
  const set = (who: typeof ana, { id, name }: { id: number; name: string }, to: string) =>
    who("PUT", `/whatsapp/${id}`, { name, token: to });
  expect((await set(ana, mine, token)).status).toBe(200);
  const taken = { status: 409, body: { error: "ERR_DUPLICATED_TOKEN", fields: { token: "taken" } } };
  expect(await set(ana, other, token)).toMatchObject(taken);
  expect(await set(nina, theirs, token)).toMatchObject(taken);
  expect(connectionById(balcao.norte.read, theirs.id)!.token).toBe(null);
  expect((await set(ana, mine, token)).status).toBe(200);
  expect((await set(ana, mine, "")).status).toBe(200);
  expect((await set(nina, theirs, token)).status).toBe(200);
  expect((await nina("DELETE", `/whatsapp/${theirs.id}`)).status).toBe(200);
  expect((await set(ana, other, token)).status).toBe(200);
  expect(tokens().filter(({ connectionId }) => connectionId === other.id)).toHaveLength(1);
});

test("the form may be filled before the connection is there", async () => {
  const form = { name: "Feira", greetingMessage: "Olá", queueIds: [ENTREGAS, ENCOMENDAS], token: "feira-feira-feira" };
  const { body } = await ana("POST", "/whatsapp", form);
  expect((await ana("GET", `/whatsapp/${body.id}`)).body).toMatchObject(form);
  const taken = { name: "Feira 2", token: form.token };
  expect((await ana("POST", "/whatsapp", taken)).body.error).toBe("ERR_DUPLICATED_TOKEN");
  expect(balcao.aurora.read.select().from(connectionTable).where(eq(connectionTable.name, "Feira 2")).all()).toEqual(
    [],
  );
});
