import { hoursToMilliseconds } from "date-fns/hoursToMilliseconds";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerWindowTable } from "../answer_windows/table.ts";
import type { Template } from "../contract/templates.ts";
import type { MessengerLine, WhatsAppLine } from "../graph_simulator/model.ts";
import { messageTable } from "../messages/table.ts";
import { until } from "../testing/fixtures.ts";
import { aMetaRoad, type MetaRoad } from "../testing/meta_road.ts";
import { ticketRow } from "../tickets/rows.ts";
import { templateTable } from "./table.ts";

let road: MetaRoad, line: WhatsAppLine, page: MessengerLine, connectionId: number, pageId: number;
beforeAll(async () => {
  road = await aMetaRoad();
  line = road.meta.addNumber({ number: "551134567801" });
  page = road.meta.addPage({ name: "Padaria" });
  const components = [
    { type: "HEADER", format: "TEXT", text: "Pedido {{1}}" },
    { type: "BODY", text: "Olá {{1}}, seu pedido sai às {{2}}." },
    { type: "FOOTER", text: "Padaria Aurora" },
  ];
  road.meta.addTemplate(line.account, { name: "pedido", text: "", language: "pt_BR", category: "UTILITY", components });
  road.meta.addTemplate(line.account, { name: "em_analise", text: "", status: "PENDING", components });
  connectionId = await road.link(line);
  pageId = await road.link(page);
});
afterAll(async () => await road?.stop());

let nth = 0;
async function aTalk(by: WhatsAppLine | MessengerLine) {
  const joana = road.meta.person({ name: "Joana", phone: `5511915${String(100_000 + ++nth)}` });
  const wid = joana.writesTo(by, { text: "Oi" });
  const { ticketId, contactId } = await until(() =>
    road.aurora.read.select().from(messageTable).where(eq(messageTable.wid, wid)).all()[0]
  );
  await road.as("ana")("PUT", `/tickets/${ticketId}`, { status: "open", userId: 1 });
  const leave = (hours: number) => {
    road.meta.advance(hoursToMilliseconds(hours));
    const lastAt = Date.now() - hoursToMilliseconds(hours);
    road.aurora.write((db) =>
      void db.update(answerWindowTable).set({ lastAt }).where(eq(answerWindowTable.contactId, contactId)).run()
    );
  };
  return { joana, ticketId, leave };
}

const list = async (query = "") =>
  (await road.as("ana")("GET", `/whatsapp/${connectionId}/templates${query}`)).body as Template[];

test("the templates of a number are listed with their blanks, and who else may not see them", async () => {
  expect(await list()).toMatchObject([
    { name: "em_analise", status: "PENDING", isSendable: false },
    {
      name: "pedido",

      language: "pt_BR",
      isSendable: true,
      blanks: { header: ["1"], body: ["1", "2"], buttons: [] },
    },
  ]);
  expect((await road.as("nina")("GET", `/whatsapp/${connectionId}/templates`)).status).toBe(404);
  expect((await road.as("ana")("GET", `/whatsapp/${pageId}/templates`)).body).toEqual([]);
});

test("within a day anything may be said; after it only a template, whose blanks are all filled", async () => {
  const { joana, ticketId, leave } = await aTalk(line), ana = road.as("ana");
  const open = (await ana("GET", `/tickets/${ticketId}/window`)).body.until;
  expect(Date.parse(open) - Date.now()).toBeGreaterThan(hoursToMilliseconds(23));
  leave(25);
  expect((await ana("POST", `/messages/${ticketId}`, { body: "Ainda aí?" })).body.error).toBe("ERR_WINDOW_CLOSED");
  const template = (await list()).find(({ name }) => name === "pedido")!;
  const send = (filled: object, templateId = template.id) =>
    ana("POST", `/messages/${ticketId}/template`, { templateId, filled });
  expect((await send({ header: ["17"], body: ["Joana"] })).body).toMatchObject({
    error: "ERR_META_TEMPLATE",
    fields: { filled: "required" },
  });
  expect((await send({ header: ["17"], body: ["Joana", "10h"] }, (await list())[0]!.id)).body.error).toBe(
    "ERR_META_TEMPLATE",
  );
  const sent = await send({ header: ["17"], body: ["Joana", "10h"] });
  expect(sent).toMatchObject({
    status: 200,
    body: { body: "Pedido 17\n\nOlá Joana, seu pedido sai às 10h.\n\nPadaria Aurora" },
  });
  await joana.waitFor(({ kind }) => kind === "template");
  joana.writesTo(line, { text: "Obrigada" });
  await until(async () => Date.parse((await ana("GET", `/tickets/${ticketId}/window`)).body.until) > Date.now());
});

test("a template of another connection, or of another company, is none", async () => {
  const { ticketId, leave } = await aTalk(page),
    { id: templateId } = (await list()).find(({ isSendable }) => isSendable)!;
  leave(25);
  const filled = { header: ["17"], body: ["Joana", "10h"] };
  const answer = await road.as("ana")("POST", `/messages/${ticketId}/template`, { templateId, filled });
  expect(answer.body.error).toBe("ERR_META_TEMPLATE");
  expect((await road.as("nina")("POST", `/messages/${ticketId}/template`, { templateId, filled })).status).toBe(404);
});

test("where Meta lets people answer for seven days, they may, and the message says that a person wrote it", async () => {
  const { joana, ticketId, leave } = await aTalk(page), ana = road.as("ana");
  road.app.hasHumanAgent = true;
  await ana("PUT", `/whatsapp/${pageId}/account`, { humanAgent: true });
  leave(30);
  expect((await ana("POST", `/messages/${ticketId}`, { body: "Desculpe a demora" })).status).toBe(200);
  await joana.waitFor(({ text }) => text === "Desculpe a demora");
  leave(24 * 8);
  expect((await ana("POST", `/messages/${ticketId}`, { body: "Ainda?" })).body.error).toBe("ERR_WINDOW_CLOSED");
});

test("what left cannot be changed or taken back there, and says so", async () => {
  const { ticketId } = await aTalk(line), ana = road.as("ana");
  const { body: [{ id }] } = await ana("POST", `/messages/${ticketId}`, { body: "Errado" });
  await until(() => road.aurora.read.select().from(messageTable).where(eq(messageTable.id, id)).all()[0]!.ack >= 1);
  expect((await ana("DELETE", `/messages/${id}`)).body.error).toBe("ERR_NOT_AT_CHANNEL");
  expect((await ana("PUT", `/messages/${id}`, { body: "Certo" })).body.error).toBe("ERR_NOT_AT_CHANNEL");
  expect((await ana("PUT", `/messages/${id}/reaction`, { emoji: "👍" })).status).toBe(200);
});

test("those who look at the list in one moment ask Meta once", async () => {
  const asked = () => road.meta.calls.filter(({ path }) => path.endsWith("/message_templates")).length,
    before = asked();
  await Promise.all([list("?fresh=true"), list("?fresh=true"), list("?fresh=true")]);
  expect(asked()).toBe(before + 1);
});

test("what Meta says of the window counts: after its refusal nothing more is said freely until the customer writes", async () => {
  const { joana, ticketId } = await aTalk(line), ana = road.as("ana");
  road.meta.faults.failNext(131047);
  await ana("POST", `/messages/${ticketId}`, { body: "Ainda aí?" });
  const window = async () => Date.parse((await ana("GET", `/tickets/${ticketId}/window`)).body.until);
  await until(async () => await window() < Date.now());
  expect((await ana("POST", `/messages/${ticketId}`, { body: "Alô?" })).body.error).toBe("ERR_WINDOW_CLOSED");
  joana.writesTo(line, { text: "Estou aqui" });
  await until(async () => await window() > Date.now());
});

test("a clock that was set back keeps no list for longer than ten minutes", async () => {
  await list("?fresh=true");
  const inAnHour = Date.now() + hoursToMilliseconds(1);
  road.aurora.write((db) => void db.update(templateTable).set({ fetchedAt: inAnHour }).run());
  road.meta.addTemplate(line.account, { name: "novo", text: "Olá" });
  expect((await list()).map(({ name }) => name)).toContain("novo");
});

test("by a template a schedule reaches who has been silent; words of one's own fail then, and say why", async () => {
  const { joana, ticketId, leave } = await aTalk(line), ana = road.as("ana");
  const contactId = ticketRow(road.aurora.read, ticketId)!.contactId;
  leave(25);
  const soon = { contactId, sendAt: new Date(Date.now() - 1000).toISOString(), whatsappId: connectionId };
  const filled = { header: ["17"], body: ["Joana", "10h"], buttons: [] };
  const template = { name: "pedido", language: "pt_BR", filled };
  const add = (more: object) => ana("POST", "/schedules", { ...soon, body: "Lembrete", ...more });
  expect((await add({ template: { ...template, filled: { header: [], body: ["Joana"] } } })).body.error)
    .toBe("ERR_META_TEMPLATE");
  expect((await add({ template, whatsappId: pageId })).body).toMatchObject({ error: "ERR_NOT_AT_CHANNEL" });
  const { body: own } = await add({}), { body: approved } = await add({ template });
  expect(approved).toMatchObject({ body: expect.stringContaining("seu pedido sai às 10h"), template });
  await joana.waitFor(({ kind }) => kind === "template");
  const shown = async (id: number) => (await ana("GET", `/schedules/${id}`)).body;
  await until(async () => (await shown(approved.id)).status === "ENVIADA");
  expect(await shown(own.id)).toMatchObject({ status: "ERRO", failure: "ERR_WINDOW_CLOSED" });
});
