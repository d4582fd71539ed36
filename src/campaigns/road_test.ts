import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { connectionById } from "../connections/connections.ts";
import { contactTable } from "../contacts/table.ts";
import type { Recipient } from "../contract/campaign_recipients.ts";
import { messageTable } from "../messages/table.ts";
import { isOptedOut } from "../opt_outs/opt_outs.ts";
import { marketingSince } from "../opt_outs/marks.ts";
import type { Phone } from "../simulator/simulator.ts";
import { addToList, aList, noPauses } from "../testing/campaigns.ts";
import { until } from "../testing/fixtures.ts";
import { aRoad, AURORA_PHONE, type Road } from "../testing/road.ts";
import { setCampaignSettings } from "./settings.ts";
import { campaignPaceTable, recipientTable } from "./table.ts";

let road: Road;
beforeAll(async () => {
  road = await aRoad();
});
afterAll(async () => await road.stop());
beforeEach(() => road.aurora.write((db) => noPauses(db)));

const ana = (method: string, path: string, body?: unknown) => road.as("ana")(method, path, body);
const listOf = (phones: Phone[], more: { name: string; number: string }[] = []) =>
  road.aurora.write((db) => aList(db, [...phones.map(({ name, number }) => ({ name, number })), ...more]));

async function campaign(form: Record<string, unknown>): Promise<number> {
  const { status, body } = await ana("POST", "/campaigns", { name: "Natal", message1: "Oi, {nome}!", ...form });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}
async function started(form: Record<string, unknown>): Promise<number> {
  const id = await campaign(form);
  expect((await ana("POST", `/campaigns/${id}/start`)).body).toMatchObject({ status: "EM_ANDAMENTO" });
  return id;
}
const show = async (id: number) => (await ana("GET", `/campaigns/${id}`)).body;
const finished = (id: number) => until(async () => (await show(id)).status === "FINALIZADA" && await show(id));
const recipients = async (id: number): Promise<Recipient[]> =>
  (await ana("GET", `/campaigns/${id}/recipients`)).body.records;
const got = (phone: Phone) => phone.received.map(({ text }) => text);

describe("a campaign", () => {
  test("writes to everybody on its list once, and its report agrees with what the phones saw", async () => {
    const phones = [1, 2, 3].map((nth) => road.customer({ name: `Joana ${nth}` }));
    const nobody = { name: "Sem WhatsApp", number: "5511900001111" };
    const id = await started({ contactListId: listOf(phones, [nobody]), whatsappId: road.connectionId });
    const { counts } = await finished(id);
    expect(counts).toMatchObject({ total: 4, sent: 3, failed: 1, waiting: 0, skipped: 0, opted_out: 0 });
    for (const phone of phones) expect(got(phone)).toEqual([`Oi, ${phone.name}!`]);
    const rows = await recipients(id);
    expect(rows.find(({ number }) => number === nobody.number)).toMatchObject({
      state: "failed",
      reason: "ERR_WAPP_INVALID_CONTACT",
      sentAt: null,
    });
    await until(async () => (await show(id)).counts.delivered === 3);
    expect((await ana("GET", `/campaigns/${id}/report`)).body).toMatchObject({
      byVariant: [{ variant: 1, sent: 3, delivered: 3 }],
      notes: [],
      endsAt: null,
    });
    const { body: { tickets } } = await ana("GET", "/tickets?status=pending&showAll=true");
    expect(tickets).toEqual([]);
  });

  test(
    "asks first where it is told to: yes gets the message, no and silence do not, SAIR gets nothing more ever",
    async () => {
      const [yes, no, leaves, silent] = ["Sim", "Não", "Sai", "Quieta"].map((name) => road.customer({ name })) as [
        Phone,
        Phone,
        Phone,
        Phone,
      ];
      const contactListId = listOf([yes, no, leaves, silent]);
      const form = { contactListId, confirmation: true, confirmationMessage1: "Posso mandar, {nome}?" };
      const id = await started({ ...form, message1: "Promoção para {nome}" });
      await until(async () => (await show(id)).counts.asked === 4);
      yes.write(road.owner.number, "Sim!");
      no.write(road.owner.number, "2");
      leaves.write(road.owner.number, "SAIR");
      await yes.waitFor(({ text }) => text === "Promoção para Sim");
      await leaves.waitFor(({ text }) => text === "Pronto, você não receberá mais nossas campanhas.");
      await until(async () => (await show(id)).counts.sent === 1);
      // A yes answers the question, and not yet the message.
      expect((await recipients(id)).find(({ name }) => name === "Sim")).toMatchObject({
        answer: "Sim!",
        answeredAt: null,
      });
      expect((await show(id)).counts).toMatchObject({
        total: 4,
        sent: 1,
        asked: 1,
        skipped: 1,
        opted_out: 1,
        confirmationsRequested: 4,
        confirmations: 1,
      });
      expect(got(no)).toEqual(["Posso mandar, Não?"]);
      expect(isOptedOut(road.aurora.read, leaves.number, road.server.tenants.keys)).toBe(true);
      // None of these answers is anybody's work.
      expect((await ana("GET", "/tickets?status=pending&showAll=true")).body.tickets).toEqual([]);

      road.aurora.write((db) =>
        void db.update(recipientTable).set({ nextAt: Date.now() - 1 }).where(eq(recipientTable.state, "asked")).run()
      );
      expect((await finished(id)).counts).toMatchObject({ sent: 1, asked: 0, skipped: 2, opted_out: 1 });
      expect((await recipients(id)).find(({ name }) => name === "Quieta")).toMatchObject({ reason: "unanswered" });

      const again = await started({ contactListId: listOf([leaves]), message1: "De novo" });
      expect((await finished(again)).counts).toMatchObject({ total: 1, opted_out: 1, sent: 0 });
      expect(got(leaves)).not.toContain("De novo");
    },
    60_000,
  );

  test("an answer opens a ticket in the campaign's queue, which names the campaign and is counted", async () => {
    const joana = road.customer({ name: "Joana" });
    const { body: queues } = await ana("GET", "/queue");
    const queueId = queues[1].id;
    const id = await started({ contactListId: listOf([joana]), queueId, name: "Panetone" });
    await finished(id);
    joana.write(road.owner.number, "Quero o cardápio");
    const ticket = await until(async () => {
      const { body: { tickets } } = await ana("GET", "/tickets?status=pending&showAll=true");
      return tickets.find(({ contact }: { contact: { number: string } }) => contact.number === joana.number);
    });
    expect(ticket).toMatchObject({ queueId, campaign: { id, name: "Panetone" } });
    const [row] = await recipients(id);
    expect(row).toMatchObject({ state: "sent", answer: "Quero o cardápio", ticket: { id: ticket.id } });
    expect((await show(id)).counts.answered).toBe(1);
  });

  test("that is stopped sends no more, and goes on where it was with those that its list got meanwhile", async () => {
    road.aurora.write((db) => setCampaignSettings(db, { messageInterval: 20, newNumberCap: 0 }));
    const phones = [1, 2].map((nth) => road.customer({ name: `P${nth}` }));
    const contactListId = listOf(phones);
    const id = await started({ contactListId, message1: "Uma vez" });
    await until(async () => (await show(id)).counts.sent === 1, 60_000);
    expect((await ana("POST", `/campaigns/${id}/cancel`)).body).toMatchObject({ status: "CANCELADA", stoppedBy: null });
    expect((await ana("POST", `/campaigns/${id}/cancel`)).body.error).toBe("ERR_CAMPAIGN_STATUS");
    const late = road.customer({ name: "P3" });
    expect((await ana("DELETE", `/campaigns/${id}/media-upload`)).status).toBe(200);
    road.aurora.write((db) => {
      noPauses(db);
      addToList(db, contactListId, [{ name: late.name, number: late.number }]);
      db.update(campaignPaceTable).set({ nextAt: 0 }).run();
    });
    await ana("POST", `/campaigns/${id}/restart`);
    expect((await finished(id)).counts).toMatchObject({ total: 3, sent: 3 });
    for (const phone of [...phones, late]) expect(got(phone)).toEqual(["Uma vez"]);
  });

  test("follows up those who have not answered, and nobody else", async () => {
    const [answers, silent] = [road.customer({ name: "Fala" }), road.customer({ name: "Cala" })];
    const followUps = [{ afterDays: 2, message: "Ainda quer, {nome}?" }];
    const id = await started({ contactListId: listOf([answers, silent]), followUps });
    await until(async () => (await show(id)).counts.sent === 2);
    expect(await show(id)).toMatchObject({ status: "EM_ANDAMENTO", notes: [{ code: "waits_for_follow_ups" }] });
    answers.write(road.owner.number, "Quero");
    await until(async () => (await show(id)).counts.answered === 1);
    road.aurora.write((db) =>
      void db.update(recipientTable).set({ nextAt: 1 }).where(eq(recipientTable.name, "Cala")).run()
    );
    await silent.waitFor(({ text }) => text === "Ainda quer, Cala?");
    await finished(id);
    expect(got(answers)).toEqual(["Oi, Fala!"]);
    expect(got(silent)).toEqual(["Oi, Cala!", "Ainda quer, Cala?"]);
  });
});

test("who only seems to want no more is asked once, and SAIR counts after that, too", async () => {
  const joana = road.customer({ name: "Dúvida" });
  const id = await started({ contactListId: listOf([joana]), message1: "Oferta" });
  await joana.waitFor(({ text }) => text === "Oferta");
  await until(async () => (await show(id)).counts.sent === 1);
  joana.write(road.owner.number, "posso sair mais cedo?");
  await joana.waitFor(({ text }) => text === "Quer deixar de receber nossas campanhas? Responda SAIR.");
  joana.write(road.owner.number, "SAIR");
  await joana.waitFor(({ text }) => text === "Pronto, você não receberá mais nossas campanhas.");
  expect(isOptedOut(road.aurora.read, joana.number, road.server.tenants.keys)).toBe(true);
});

describe("SAIR counts", () => {
  const isOut = (phone: Phone) => isOptedOut(road.aurora.read, phone.number, road.server.tenants.keys);
  const CONFIRMATION = "Pronto, você não receberá mais nossas campanhas.";
  const isSilent = async (phone: Phone) => {
    const { body: { tickets } } = await ana("GET", "/tickets?status=pending&showAll=true");
    expect(tickets.filter(({ contact }: { contact: { number: string } }) => contact.number === phone.number)).toEqual(
      [],
    );
  };

  test("also when the campaign is gone, is confirmed once, and is forgotten with the contact", async () => {
    const joana = road.customer({ name: "Joana" });
    const id = await started({ contactListId: listOf([joana]), message1: "Oferta" });
    await finished(id);
    expect((await ana("DELETE", `/campaigns/${id}`)).status).toBe(200);
    joana.write(AURORA_PHONE, "SAIR");
    await joana.waitFor(({ text }) => text === CONFIRMATION);
    expect(isOut(joana)).toBe(true);
    joana.write(AURORA_PHONE, "sair");
    const contact = road.aurora.read.select().from(contactTable).where(eq(contactTable.number, joana.number)).get()!;
    const said = () =>
      road.aurora.read.select().from(messageTable).where(eq(messageTable.contactId, contact.id)).all()
        .map(({ body }) => body);
    await until(() => said().includes("sair"));
    expect(said()).toEqual(["Oferta", "SAIR", CONFIRMATION, "sair"]);
    await isSilent(joana);

    const marks = () => marketingSince(road.aurora.read, { contactId: contact.id, since: 0 });
    expect(marks()).toMatchObject([{ source: "campaign", connectionId: road.connectionId }]);
    expect((await ana("DELETE", `/contacts/${contact.id}`)).status).toBe(200);
    expect(marks()).toEqual([]);
  });

  test("as an answer to marketing of the API, and not to what it sends else", async () => {
    const { body: { token } } = await ana("POST", "/api-tokens", { name: "Loja", scopes: ["send"] });
    const send = (body: object) =>
      fetch(`${road.server.address}/api/messages/send`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const [joana, lia] = [road.customer({ name: "Joana" }), road.customer({ name: "Lia" })];
    await send({ number: joana.number, body: "Oferta", marketing: true });
    await send({ number: lia.number, body: "Seu código é 1077" });
    await joana.waitFor(({ text }) => text === "Oferta");
    await lia.waitFor(({ text }) => text === "Seu código é 1077");
    lia.write(AURORA_PHONE, "SAIR");
    joana.write(AURORA_PHONE, "SAIR");
    await joana.waitFor(({ text }) => text === CONFIRMATION);
    expect(isOut(joana)).toBe(true);
    await isSilent(joana);
    await until(async () =>
      (await ana("GET", "/tickets?status=pending&showAll=true")).body.tickets
        .some(({ contact }: { contact: { number: string } }) => contact.number === lia.number)
    );
    expect(isOut(lia)).toBe(false);
  });
});

describe("what is said in a conversation is not taken for an opt-out", () => {
  const isOut = (phone: Phone) => isOptedOut(road.aurora.read, phone.number, road.server.tenants.keys);
  const ticketOf = (phone: Phone, status: string, said: string) =>
    until(async () => {
      const { body: { tickets } } = await ana("GET", `/tickets?status=${status}&showAll=true`);
      return tickets.find(({ contact, lastMessage }: { contact: { number: string }; lastMessage: string }) =>
        contact.number === phone.number && lastMessage === said
      );
    });
  const QUESTION = "Quer deixar de receber nossas campanhas? Responda SAIR.";

  test("a sentence that begins like one opens a ticket, unread, and asks once", async () => {
    const joana = road.customer({ name: "Joana" });
    await finished(await started({ contactListId: listOf([joana]) }));
    joana.write(AURORA_PHONE, "Não quero receber em casa, posso retirar na loja?");
    await joana.waitFor(({ text }) => text === QUESTION);
    expect(await ticketOf(joana, "pending", QUESTION)).toMatchObject({ unreadMessages: 1 });
    joana.write(AURORA_PHONE, "Vou sair agora");
    await ticketOf(joana, "pending", "Vou sair agora");
    expect(isOut(joana)).toBe(false);
    expect(got(joana).filter((text) => text === QUESTION)).toHaveLength(1);
  });

  test(
    "who has left already is not asked whether they want to, however an attendant's question was meant",
    async () => {
      const joana = road.customer({ name: "Joana" });
      await finished(await started({ contactListId: listOf([joana]) }));
      joana.write(AURORA_PHONE, "SAIR");
      await until(() => isOut(joana));
      joana.write(AURORA_PHONE, "Quero encomendar um bolo");
      const { id } = await ticketOf(joana, "pending", "Quero encomendar um bolo");
      await ana("PUT", `/tickets/${id}`, { status: "open", userId: 1 });
      await ana("POST", `/messages/${id}`, { body: "Entregamos na sexta. Quer remover algo?" });
      await joana.waitFor(({ text }) => !!text?.includes("Quer remover algo?"));
      joana.write(AURORA_PHONE, "remover");
      await ticketOf(joana, "open", "remover");
      await ana("POST", `/messages/${id}`, { body: "Removido!" });
      await joana.waitFor(({ text }) => !!text?.includes("Removido!"));
      expect(got(joana)).not.toContain(QUESTION);
    },
    60_000,
  );

  test(
    "an attendant who has just asked sees the answer; only who answers the question about campaigns leaves",
    async () => {
      const joana = road.customer({ name: "Joana" });
      await finished(await started({ contactListId: listOf([joana]) }));
      joana.write(AURORA_PHONE, "Quero encomendar um bolo");
      const { id } = await ticketOf(joana, "pending", "Quero encomendar um bolo");
      await ana("PUT", `/tickets/${id}`, { status: "open", userId: 1 });
      await ana("POST", `/messages/${id}`, { body: "Entregamos na sexta. Quer remover algo?" });
      await joana.waitFor(({ text }) => !!text?.includes("Quer remover algo?"));
      joana.write(AURORA_PHONE, "Não quero receber na sexta, pode entregar sábado?");
      const said = await ticketOf(joana, "open", "Não quero receber na sexta, pode entregar sábado?");
      expect(said.unreadMessages).toBe(1);
      expect(got(joana)).not.toContain(QUESTION);
      joana.write(AURORA_PHONE, "remover");
      await joana.waitFor(({ text }) => text === QUESTION);
      expect(await ticketOf(joana, "open", QUESTION)).toMatchObject({ unreadMessages: 2 });
      expect(isOut(joana)).toBe(false);
      joana.write(AURORA_PHONE, "SAIR");
      const CONFIRMATION = "Pronto, você não receberá mais nossas campanhas.";
      await joana.waitFor(({ text }) => text === CONFIRMATION);
      expect(await ticketOf(joana, "open", CONFIRMATION)).toMatchObject({ unreadMessages: 3 });
      expect(isOut(joana)).toBe(true);
    },
    60_000,
  );
});

test(
  "who lacks what a column says gets what stands instead, and one whose message cannot be made stops nobody",
  async () => {
    const [has, lacks] = [road.customer({ name: "Tem" }), road.customer({ name: "Falta" })];
    const contactListId = road.aurora.write((db) =>
      aList(db, [
        { name: "Apagada", number: "5511933330000" },
        { name: has.name, number: has.number, columns: { Cidade: "Recife" } },
        { name: lacks.name, number: lacks.number },
      ])
    );
    const id = await campaign({ contactListId, message1: "Em {cidade|sua cidade}" });
    // A contact without any address: nothing can be written to it.
    road.aurora.write((db) => {
      const { id: contactId } = db.insert(contactTable).values({ name: "Ninguém", createdAt: 1, updatedAt: 1 })
        .returning().get();
      db.insert(recipientTable).values({
        campaignId: id,
        contactId,
        name: "Ninguém",
        number: "",
        isStranger: false,
        changedAt: 1,
      })
        .run();
    });
    await ana("POST", `/campaigns/${id}/start`);
    await lacks.waitFor(({ text }) => text === "Em sua cidade");
    await has.waitFor(({ text }) => text === "Em Recife");
    expect((await finished(id)).counts).toMatchObject({ total: 4, sent: 2, failed: 2 });
  },
);

// The last, for what the network says is believed for ten minutes.
describe("the network's own word", () => {
  test(
    "comes before any rule of ours: no more strangers than it allows, and none while it locks the number",
    async () => {
      const { network } = road.simulator, day = 86_400;
      // It is asked again after ten minutes, or by a server that has just started.
      await road.server.supervisor.start(road.aurora, road.connectionId);
      await until(() => connectionById(road.aurora.read, road.connectionId)!.status === "CONNECTED");
      network.setStanding(AURORA_PHONE, { lockedUntil: Math.floor(Date.now() / 1000) + day });
      const locked = await road.server.supervisor.sessionOf(road.aurora, road.connectionId).reach();
      expect(locked.lockedUntil).toBeGreaterThan(Date.now());
      await until(() => connectionById(road.aurora.read, road.connectionId)!.situation === "restricted");
      const known = road.customer({ name: "Conhecida" }), stranger = road.customer({ name: "Estranha" });
      known.write(road.owner.number, "Oi");
      await until(async () => (await ana("GET", "/tickets?status=pending&showAll=true")).body.tickets.length > 0);
      const id = await started({ contactListId: listOf([stranger, known]), message1: "Novidade" });
      await known.waitFor(({ text }) => text === "Novidade");
      await until(async () => (await show(id)).counts.sent === 1);
      expect(await show(id)).toMatchObject({ counts: { waiting: 1 }, notes: [{ code: "restricted" }] });
      expect(got(stranger)).toEqual([]);

      network.setStanding(AURORA_PHONE, { newChats: { total: 50, used: 48 } });
      expect(await road.server.supervisor.sessionOf(road.aurora, road.connectionId).reach()).toEqual({
        lockedUntil: undefined,
        newChatsLeft: 2,
      });
      await stranger.waitFor(({ text }) => text === "Novidade");
      await finished(id);
    },
    60_000,
  );
});
