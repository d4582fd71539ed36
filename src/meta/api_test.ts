import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { numberCheckTable } from "../contact_lists/table.ts";
import type { WhatsAppLine } from "../graph_simulator/model.ts";
import { messageTable } from "../messages/table.ts";
import { until } from "../testing/fixtures.ts";
import { aMetaRoad, type MetaRoad } from "../testing/meta_road.ts";

const TOKEN = "api_oficial-Kq3vX9padaria";
let road: MetaRoad, line: WhatsAppLine, connectionId: number;
beforeAll(async () => {
  road = await aMetaRoad();
  line = road.meta.addNumber({ number: "551134567801" });
  road.meta.addTemplate(line.account, { name: "pedido", text: "Olá {{1}}, seu pedido sai às {{2}}." });
  connectionId = await road.link(line, { name: "Oficial" });
  const changed = await road.as("ana")("PUT", `/whatsapp/${connectionId}`, { name: "Oficial", token: TOKEN });
  expect(changed.status).toBe(200);
});
afterAll(async () => await road?.stop());

async function api(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${road.server.address}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

test("a program writes first by a template, to somebody whom nobody knows, and nobody is asked about the number", async () => {
  const joana = road.meta.person({ name: "Joana", phone: "5511915100001" });
  const template = { name: "pedido", language: "pt_BR", body: ["Joana", "10h"] };
  const { status, body } = await api("POST", "/messages/send", { number: "5511915100001", template });
  expect({ status, body }).toMatchObject({ status: 200, body: { mensagem: expect.any(String), fate: "waiting" } });
  await joana.waitFor(({ text }) => text === "Olá Joana, seu pedido sai às 10h.");
  await until(async () => (await api("GET", `/messages/send/${body.id}`)).body.fate === "delivered");
});

test("a text outside of the window fails in its fate, in words; a template with blanks left is refused at once", async () => {
  road.meta.person({ name: "Rui", phone: "5511915100002" });
  const { body } = await api("POST", "/messages/send", { number: "5511915100002", body: "Oi" });
  await until(async () => (await api("GET", `/messages/send/${body.id}`)).body.fate === "failed");
  expect((await api("GET", `/messages/send/${body.id}`)).body.failure).toBe("ERR_META_WINDOW_CLOSED");
  const send = (template: object, more: object = {}) =>
    api("POST", "/messages/send", { number: "5511915100002", template, ...more });
  expect((await send({ name: "pedido", language: "pt_BR", body: ["Rui"] })).body.error).toBe("ERR_META_TEMPLATE");
  expect((await send({ name: "outro", language: "pt_BR" })).body.error).toBe("ERR_META_TEMPLATE");
  const both = await send({ name: "pedido", language: "pt_BR", body: ["Rui", "9h"] }, { body: "e mais" });
  expect(both.body.error).toBe("ERR_INVALID_INPUT");
});

test("a number that is nobody's fails by itself", async () => {
  const template = { name: "pedido", language: "pt_BR", body: ["Ninguém", "10h"] };
  const { body } = await api("POST", "/messages/send", { number: "5511915199999", template });
  await until(async () => (await api("GET", `/messages/send/${body.id}`)).body.fate === "failed");
  expect((await api("GET", `/messages/send/${body.id}`)).body.failure).toBe("ERR_META_UNDELIVERABLE");
});

test("nobody is asked about a number where there are none, so that nothing is noted of it", async () => {
  const page = await road.link(road.meta.addPage({ name: "Padaria" }));
  const { body: { token } } = await road.as("ana")("POST", "/api-tokens", { name: "Loja", scopes: ["send"] });
  const send = (body: object) =>
    fetch(`${road.server.address}/api/messages/send`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const refused = await send({ number: "5511915100777", body: "Oi", whatsappId: page });
  expect({ status: refused.status, ...await refused.json() }).toMatchObject({
    status: 422,
    error: "ERR_CONTACT_NOT_THERE",
  });
  expect(road.aurora.read.select().from(numberCheckTable).all()).toEqual([]);
});

test("whoever calls with a token that is none is told so, and nothing of a session", async () => {
  const answer = await fetch(`${road.server.address}/api/messages/send`, {
    method: "POST",
    headers: { authorization: "Bearer bogus", "content-type": "application/json" },
    body: JSON.stringify({ number: "5511915100001", body: "Oi" }),
  });
  expect([answer.status, (await answer.json()).error]).toEqual([401, "ERR_API_TOKEN"]);
});

test("a reaction where the channel takes none is refused at once", async () => {
  const page = road.meta.addPage({ name: "Sem reações" }), joana = road.meta.person({ name: "Joana" });
  await road.link(page);
  const wid = joana.writesTo(page, { text: "Oi" });
  const message = await until(() =>
    road.aurora.read.select().from(messageTable).where(eq(messageTable.wid, wid)).all()[0]
  );
  const { body: { token } } = await road.as("ana")("POST", "/api-tokens", { name: "Reage", scopes: ["send"] });
  const answer = await fetch(`${road.server.address}/api/messages/send`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ ticketId: message.ticketId, reaction: { id: message.id, emoji: "👍" } }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([422, {
    error: "ERR_NOT_AT_CHANNEL",
    fields: { reaction: "invalid" },
  }]);
});

test("a number that is known elsewhere is refused at once by a line where nobody is reached by number", async () => {
  const page = road.meta.addPage({ name: "Só quem escreveu" }),
    joana = road.meta.person({ name: "Joana", phone: "5511915100999" });
  const pageId = await road.link(page);
  const wid = joana.writesTo(line, { text: "Oi" });
  await until(() => road.aurora.read.select().from(messageTable).where(eq(messageTable.wid, wid)).all()[0]);
  const { body: { token } } = await road.as("ana")("POST", "/api-tokens", { name: "Loja", scopes: ["send"] });
  const answer = await fetch(`${road.server.address}/api/messages/send`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ number: "5511915100999", whatsappId: pageId, body: "Oi" }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([422, {
    error: "ERR_CONTACT_NOT_THERE",
    fields: { number: "unknown" },
    detail: { channel: "facebook" },
  }]);
});
