import { hoursToMilliseconds } from "date-fns/hoursToMilliseconds";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answerWindowTable } from "../answer_windows/table.ts";
import { numberCheckTable } from "../contact_lists/table.ts";
import type { Recipient } from "../contract/campaign_recipients.ts";
import type { OptOut } from "../contract/opt_outs.ts";
import type { WhatsAppLine } from "../graph_simulator/model.ts";
import type { Person } from "../graph_simulator/person.ts";
import { aList, noPauses } from "../testing/campaigns.ts";
import { until } from "../testing/fixtures.ts";
import { aMetaRoad, type MetaRoad } from "../testing/meta_road.ts";
import { campaignTable } from "./table.ts";

let road: MetaRoad, line: WhatsAppLine, connectionId: number, pageId: number, nth = 0;
beforeAll(async () => {
  road = await aMetaRoad();
  line = road.meta.addNumber({ number: "551134567801" });
  const NEWS = [
    { type: "HEADER", format: "TEXT", text: "Novidade em {{1}}" },
    { type: "BODY", text: "Olá {{1}}, o {{2}} voltou. Responda SAIR para não receber mais." },
  ];
  road.meta.addTemplate(line.account, { name: "novidade", text: "", category: "MARKETING", components: NEWS });
  const MAY_WE = [
    { type: "BODY", text: "Olá {{1}}, quer saber da novidade?" },
    { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Sim" }, { type: "QUICK_REPLY", text: "Não" }] },
  ];
  road.meta.addTemplate(line.account, { name: "pergunta", text: "", components: MAY_WE });
  connectionId = await road.link(line);
  pageId = await road.link(road.meta.addPage({ name: "Padaria" }));
  expect((await ana("GET", `/whatsapp/${connectionId}/templates`)).body).toHaveLength(2);
});
afterAll(async () => await road?.stop());
beforeEach(() => road.aurora.write((db) => noPauses(db)));
afterEach(() => road.meta.faults.clear());

const ana = (method: string, path: string, body?: unknown) => road.as("ana")(method, path, body);
const someone = (name = `Joana ${++nth}`) => road.meta.person({ name, phone: `55119${92_000_000 + ++nth}` });
const phoneOf = (person: Person) => person.at(line).phone!;
const listOf = (people: Person[], columns?: Record<string, string>) =>
  road.aurora.write((db) => aList(db, people.map((one) => ({ name: one.name, number: phoneOf(one), columns }))));
const novidade = (...body: string[]) => ({
  name: "novidade",
  language: "pt_BR",
  filled: { header: ["{cidade|sua cidade}"], body, buttons: [] },
});
const PERGUNTA = { name: "pergunta", language: "pt_BR", filled: { header: [], body: ["{nome}"], buttons: [] } };

const add = (form: Record<string, unknown>) =>
  ana("POST", "/campaigns", { name: "Natal", whatsappId: connectionId, ...form });
async function started(form: Record<string, unknown>): Promise<number> {
  const { status, body } = await add(form);
  expect(status, JSON.stringify(body)).toBe(200);
  expect((await ana("POST", `/campaigns/${body.id}/start`)).body).toMatchObject({ status: "EM_ANDAMENTO" });
  return body.id;
}
const show = async (id: number) => (await ana("GET", `/campaigns/${id}`)).body;
const finished = (id: number) => until(async () => (await show(id)).status === "FINALIZADA" && await show(id));
const recipients = async (id: number): Promise<Recipient[]> =>
  (await ana("GET", `/campaigns/${id}/recipients`)).body.records;
const optOuts = async (): Promise<OptOut[]> => (await ana("GET", "/opt-outs")).body.records;
const texts = (person: Person) => person.received(line).map(({ text }) => text);

describe("a campaign over the Cloud API", () => {
  test("writes to strangers by a template, each with their own words, and asks about no number", async () => {
    const joana = someone(), rui = someone();
    const contactListId = road.aurora.write((db) =>
      aList(db, [
        { name: joana.name, number: phoneOf(joana), columns: { Cidade: "Recife" } },
        // What a sheet's cell has may be several lines.
        { name: "Rui\n  Melo", number: phoneOf(rui) },
      ])
    );
    const id = await started({ contactListId, template: novidade("{nome}", "panetone") });
    expect((await finished(id)).counts).toMatchObject({ total: 2, sent: 2, failed: 0 });
    expect(texts(joana)).toEqual([
      `Novidade em Recife\n\nOlá ${joana.name}, o panetone voltou. Responda SAIR para não receber mais.`,
    ]);
    expect(texts(rui)[0]).toContain("Novidade em sua cidade\n\nOlá Rui Melo, o panetone voltou.");
    expect(road.aurora.read.select().from(numberCheckTable).all()).toEqual([]);
    await until(async () => (await show(id)).counts.delivered === 2);
    joana.reads(line);
    await until(async () => (await show(id)).counts.read === 1);
    joana.writesTo(line, { text: "Quanto custa?" });
    await until(async () => (await show(id)).counts.answered === 1);
    rui.writesTo(line, { text: "SAIR" });
    await until(async () => (await optOuts()).some(({ number }) => number === phoneOf(rui)));
  });

  test("asks by its template, and its message follows a yes, within the day that the answer opens", async () => {
    const [joana, rui, eva] = [someone(), someone(), someone()];
    const form = {
      contactListId: listOf([joana, rui, eva]),
      confirmation: true,
      message1: "O panetone voltou, {nome}!",
    };
    const id = await started({ ...form, template: PERGUNTA });
    const asked = await Promise.all([joana, rui, eva].map((one) => one.waitFor(({ kind }) => kind === "template")));
    await until(async () => (await show(id)).counts.asked === 3);
    joana.presses(asked[0]!.id, "Sim");
    rui.presses(asked[1]!.id, "Não");
    await joana.waitFor(({ text }) => text === `O panetone voltou, ${joana.name}!`);
    await until(async () => (await show(id)).counts.sent === 1);
    expect((await show(id)).counts).toMatchObject({ asked: 1, skipped: 1, sent: 1 });
    expect([texts(rui).length, texts(eva).length]).toEqual([1, 1]);
    await ana("POST", `/campaigns/${id}/cancel`);
  });

  test("whoever said yes while it stood still for a day gets no message that Meta would refuse", async () => {
    const joana = someone();
    const form = { contactListId: listOf([joana]), confirmation: true, message1: "O panetone voltou!" };
    const id = await started({ ...form, template: PERGUNTA });
    const { id: asked } = await joana.waitFor(({ kind }) => kind === "template");
    await until(async () => (await show(id)).counts.asked === 1);
    await ana("POST", `/campaigns/${id}/cancel`);
    joana.presses(asked, "Sim");
    await until(async () => (await show(id)).counts.confirmed === 1);
    const lastAt = Date.now() - hoursToMilliseconds(25);
    road.aurora.write((db) => void db.update(answerWindowTable).set({ lastAt }).run());
    await ana("POST", `/campaigns/${id}/restart`);
    await finished(id);
    expect(await recipients(id)).toMatchObject([{ state: "failed", reason: "ERR_META_WINDOW_CLOSED" }]);
    expect(texts(joana)).toHaveLength(1);
  });

  test("who has nothing for a blank fails alone", async () => {
    const joana = someone(), contactListId = listOf([joana], { Pedido: "17" });
    const rui = someone();
    road.aurora.write((db) => void aList(db, []));
    const both = road.aurora.write((db) =>
      aList(db, [
        { name: rui.name, number: phoneOf(rui) },
        { name: joana.name, number: phoneOf(joana), columns: { Pedido: "pedido 17" } },
      ])
    );
    expect(contactListId).not.toBe(both);
    const id = await started({ contactListId: both, template: novidade("{nome}", "{pedido}") });
    expect((await finished(id)).counts).toMatchObject({ sent: 1, failed: 1 });
    expect((await recipients(id)).find(({ state }) => state === "failed")).toMatchObject({
      number: phoneOf(rui),
      reason: "ERR_CAMPAIGN_TEXT_EMPTY",
    });
    expect(texts(joana)[0]).toContain("o pedido 17 voltou");
  });

  test("what Meta says of one of them is said of that one, and stops nothing", async () => {
    const [nobody, capped, out, last] = [someone(), someone(), someone(), someone()];
    const template = novidade("{nome}", "panetone");
    const fate = async (person: Person, code: 131026 | 131049 | 131050) => {
      road.meta.faults.failNext(code);
      const id = await started({ contactListId: listOf([person]), template });
      return await until(async () =>
        (await recipients(id)).find(({ state }) => ["failed", "opted_out"].includes(state))
      );
    };
    expect(await fate(nobody, 131026)).toMatchObject({ state: "failed", reason: "ERR_META_UNDELIVERABLE" });
    expect(await fate(capped, 131049)).toMatchObject({ state: "failed", reason: "ERR_META_CAPPED" });
    expect(await fate(out, 131050)).toMatchObject({ state: "opted_out", reason: null });
    expect(await optOuts()).toContainEqual(
      expect.objectContaining({ number: phoneOf(out), source: "network", campaign: expect.anything() }),
    );
    // Whom Meta brings nothing more gets nothing of the next one either, and is not tried.
    const id = await started({ contactListId: listOf([out, last]), template });
    expect((await finished(id)).counts).toMatchObject({ sent: 1, opted_out: 1, failed: 0 });
    const failed = road.aurora.read.select().from(campaignTable).all().filter(({ failuresInARow }) =>
      failuresInARow > 0
    );
    expect(failed).toEqual([]);
    for (const { id } of (await ana("GET", "/campaigns")).body.records.slice(0, 4)) {
      const { status, body } = await ana("POST", `/campaigns/${id}/retry-failed`);
      expect([status, body.again]).toEqual([200, 0]);
    }
  });

  test("when Meta wants fewer, the others wait, and all arrive", async () => {
    const people = [someone(), someone(), someone()];
    road.meta.faults.meet({ kind: "refuse", code: 130429, on: "messages" });
    const id = await started({ contactListId: listOf(people), template: novidade("{nome}", "pão") });
    await until(() => (road.server.supervisor.find(road.aurora, connectionId)?.heldUntil ?? 0) > Date.now());
    expect((await finished(id)).counts).toMatchObject({ sent: 3, failed: 0 });
    for (const one of people) expect(texts(one)).toHaveLength(1);
  });
});

describe("what cannot be a campaign", () => {
  const refused = async (form: Record<string, unknown>) => {
    const { status, body } = await add({ contactListId: listOf([]), ...form });
    return { status, error: body.error, fields: body.fields };
  };
  const template = novidade("{nome}", "pão");

  test("one by a page, and one by a phone and the Cloud API at once, are refused in so many words", async () => {
    const fields = (fields: object) => ({ status: 400, error: "ERR_INVALID_INPUT", fields });
    expect(await refused({ whatsappId: pageId })).toMatchObject(fields({ whatsappId: "no_campaigns" }));
    const { body: phone } = await ana("POST", "/whatsapp", { name: "Celular" });
    expect(await refused({ whatsappIds: [connectionId, phone.id], template })).toMatchObject(
      fields({ whatsappId: "mixed_kinds" }),
    );
    expect(await refused({ whatsappId: phone.id, template })).toMatchObject(fields({ template: "invalid" }));
    const followUps = [{ afterDays: 2, message: "E aí?" }];
    expect(await refused({ template, followUps })).toMatchObject(fields({ followUps: "not_at_cloud" }));
  });

  test("a template that is not there, or has other blanks, is refused; without any it does not start", async () => {
    expect(await refused({ template: { ...template, name: "outra" } })).toMatchObject({ error: "ERR_META_TEMPLATE" });
    expect(await refused({ template: novidade("{nome}") })).toMatchObject({ error: "ERR_META_TEMPLATE" });
    const { body: { id } } = await add({ contactListId: listOf([someone()]), message1: "Oi" });
    expect((await ana("POST", `/campaigns/${id}/start`)).body).toMatchObject({
      error: "ERR_CAMPAIGN_EMPTY",
      detail: { lacks: "template" },
    });
  });

  test("a test goes by the template, and of what follows a yes nothing goes before there is one", async () => {
    const joana = someone();
    const form = {
      contactListId: listOf([someone("Ana")]),
      confirmation: true,
      message1: "Depois",
      template: PERGUNTA,
    };
    const { body: { id } } = await add(form);
    expect((await ana("POST", `/campaigns/${id}/test`, { number: phoneOf(joana) })).status).toBe(200);
    await joana.waitFor(({ text }) => text === "Olá Ana, quer saber da novidade?");
    await road.meta.settled();
    expect(texts(joana)).toHaveLength(1);
    const again = await ana("GET", `/campaigns/${id}`);
    expect(again.body.template).toEqual(PERGUNTA);
    expect(road.aurora.read.select().from(campaignTable).where(eq(campaignTable.id, id)).all()[0]!.template).toEqual(
      PERGUNTA,
    );
  });
});
