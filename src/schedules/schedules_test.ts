import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACK } from "../shared/delivery.ts";
import { markDeleted, messageById, raiseAck } from "../messages/change.ts";
import { removeTicket } from "../messages/remove_ticket.ts";
import { outboxTable } from "../outbox/table.ts";
import { RANK } from "../outbox/enqueue.ts";
import { aBalcao, aContact, aTicket } from "../testing/fixtures.ts";
import { ticketTable } from "../tickets/table.ts";
import { expectSchedule, runSchedules } from "./run.ts";
import { addSchedule, scheduleById, scheduleRow } from "./schedules.ts";

const HOUR = 3_600_000;
let balcao: Awaited<ReturnType<typeof aBalcao>>;
let ana: ReturnType<typeof balcao.as>, bruno: typeof ana, nina: typeof ana;
beforeAll(async () => {
  balcao = await aBalcao();
  [ana, bruno, nina] = ["ana@aurora.test", "bruno@aurora.test", "nina@norte.test"].map(balcao.as) as [
    typeof ana,
    typeof ana,
    typeof ana,
  ];
});
afterAll(async () => await balcao.close());

const aPerson = (name?: string) => balcao.aurora.write((db) => aContact(db, { name }));
const zone = () => "America/Sao_Paulo";
/** A time of the company's clocks, so many hours from now. */
const clockIn = (hours: number) =>
  new Date(Date.now() + hours * HOUR).toLocaleString("sv-SE", { timeZone: "America/Sao_Paulo" });
const inAnHour = () => Math.floor(Date.now() / 1000) * 1000 + HOUR;

describe("the calls", () => {
  test("a message is scheduled by the company's clock, changed and deleted, and every screen hears of it", async () => {
    const joana = aPerson("Joana"), emitted = balcao.listenAs(balcao.aurora, "Carla");
    const elsewhere = balcao.listenAs(balcao.norte, "Nina");
    const now = Date.now(), sendAt = clockIn(1);
    const { status, body } = await bruno("POST", "/schedules", {
      body: "  Sua torta está pronta  ",
      contactId: joana.id,
      sendAt,
      sentAt: null,
      userId: 1,
    });
    expect([status, body]).toMatchObject([200, {
      body: "Sua torta está pronta",
      contact: { id: joana.id, name: "Joana" },
      userId: 2,
      status: "PENDENTE",
      sentAt: null,
      failure: null,
      whatsappId: null,
      isTaken: false,
      template: null,
    }]);
    expect(Math.abs(new Date(body.sendAt).getTime() - now - HOUR)).toBeLessThan(2000);
    const later = new Date(Date.now() + 2 * HOUR).toISOString();
    const changed = await ana("PUT", `/schedules/${body.id}`, {
      body: "Até amanhã!",
      contactId: joana.id,
      sendAt: later,
      whatsappId: 1,
    });
    expect(changed.body).toMatchObject({ body: "Até amanhã!", sendAt: later, whatsappId: 1, userId: 2 });
    expect((await ana("GET", `/schedules/${body.id}`)).body).toEqual(changed.body);
    expect((await bruno("DELETE", `/schedules/${body.id}`)).status).toBe(200);
    expect((await ana("GET", `/schedules/${body.id}`)).body.error).toBe("ERR_NO_SCHEDULE_FOUND");
    expect(emitted.map(({ payload }) => (payload as { action: string }).action)).toEqual([
      "create",
      "update",
      "delete",
    ]);
    expect(elsewhere).toEqual([]);
  });

  test.each([
    ["four letters", { body: "Oi !" }, { body: "too_short" }],
    ["no text", { body: undefined }, { body: "required" }],
    ["no contact", { contactId: undefined }, { contactId: "required" }],
    ["no time", { sendAt: undefined }, { sendAt: "required" }],
    ["a time that is none", { sendAt: "amanhã" }, { sendAt: "invalid" }],
    ["a day that is none", { sendAt: "2031-02-31 10:99:00" }, { sendAt: "invalid" }],
    ["the 30th of February", { sendAt: "2031-02-30T10:00:00" }, { sendAt: "invalid" }],
    ["the 30th of February in a zone of its own", { sendAt: "2031-02-30T10:00:00Z" }, { sendAt: "invalid" }],
    ["the 31st of April, by Brazil's clocks", { sendAt: "2031-04-31T23:00:00-03:00" }, { sendAt: "invalid" }],
    ["years ago", { sendAt: "2020-01-01 10:00:00" }, { sendAt: "past" }],
    ["three minutes ago", { sendAt: clockIn(-3 / 60) }, { sendAt: "past" }],
  ])("%s is refused", async (_, part, fields) => {
    const form = { body: "Bom dia!", contactId: aPerson().id, sendAt: clockIn(1), ...part };
    expect(await ana("POST", "/schedules", form)).toMatchObject({
      status: 400,
      body: { error: "ERR_INVALID_INPUT", fields },
    });
  });

  test("the minute that was now when its form was opened is still taken", async () => {
    const form = { body: "Bom dia!", contactId: aPerson().id, sendAt: clockIn(-1.5 / 60) };
    const { status, body } = await ana("POST", "/schedules", form);
    expect(status).toBe(200);
    await ana("DELETE", `/schedules/${body.id}`);
  });

  test("a contact of nobody's, or of another company's, gets nothing", async () => {
    const form = { body: "Bom dia!", contactId: 99_999, sendAt: clockIn(1) };
    expect((await ana("POST", "/schedules", form)).body.error).toBe("ERR_NO_CONTACT_FOUND");
    const own = aSchedule(aPerson().id, inAnHour());
    expect((await nina("GET", `/schedules/${own.id}`)).status).toBe(404);
    expect((await nina("DELETE", `/schedules/${own.id}`)).status).toBe(404);
    const wrong = { ...form, contactId: own.contactId, whatsappId: 77 };
    expect((await ana("POST", "/schedules", wrong)).body.error).toBe("ERR_NO_WAPP_FOUND");
  });

  test("they come latest first, twenty to a page, and are found by text and by contact, without accents", async () => {
    const inacio = aPerson("Inácio Conceição");
    for (let nth = 0; nth < 22; nth++) aSchedule(inacio.id, inAnHour() + nth * 60_000, `Café número ${nth}`);
    const find = async (words: string, page = 1) =>
      (await ana("GET", `/schedules/?searchParam=${encodeURIComponent(words)}&pageNumber=${page}`)).body;
    const first = await find("inacio conceicao"), second = await find("INACIO", 2);
    expect([first.schedules.length, first.hasMore, second.schedules.length, second.hasMore]).toEqual([
      20,
      true,
      2,
      false,
    ]);
    expect(first.schedules[0].body).toBe("Café número 21");
    expect((await find("cafe 7")).schedules.map(({ body }: { body: string }) => body)).toEqual(["Café número 7"]);
    expect((await find("?!")).schedules).toEqual([]);
    const ofContact = await ana("GET", `/schedules/?contactId=${inacio.id}`);
    expect(ofContact.body.schedules).toHaveLength(20);
  });
});

function aSchedule(contactId: number, sendAt: number, body = "Bom dia, {{firstName}}!") {
  const schedule = balcao.aurora.write((db) =>
    addSchedule(db, { body, contactId, connectionId: null, sendAt }, 2, Math.min(sendAt, Date.now()))
  );
  expectSchedule(balcao.aurora, sendAt);
  return schedule;
}

function run(now: number) {
  runSchedules(balcao.aurora, zone, now);
}

const messageOf = (id: number) => messageById(balcao.aurora.read, scheduleRow(balcao.aurora.read, id).messageId!)!;
const now = (id: number) => scheduleById(balcao.aurora.read, id);

describe("when its time comes", () => {
  test("it is put into the contact's thread, once, behind what attendants write, with its variables filled in", () => {
    const ticket = balcao.aurora.write((db) => aTicket(db, { name: "Joana Prado", status: "open", userId: 3 }));
    const schedule = aSchedule(ticket.contactId, inAnHour());
    run(inAnHour() - 60_000);
    expect(now(schedule.id).isTaken).toBe(false);
    const emitted = balcao.listenAs(balcao.aurora, "Ana");
    run(inAnHour());
    run(inAnHour() + 2000);
    const message = messageOf(schedule.id);
    expect(message).toMatchObject({ ticketId: ticket.id, body: "Bom dia, Joana!", userId: 2, fromMe: true, ack: 0 });
    const queued = balcao.aurora.read.select().from(outboxTable).where(eq(outboxTable.messageId, message.id)).all();
    expect(queued).toMatchObject([{ rank: RANK.scheduled, connectionId: 1 }]);
    const ofIt = emitted.filter(({ payload }) => {
      const { record, message: sent } = payload as { record?: { id: number }; message?: { id: number } };
      return record?.id === schedule.id || sent?.id === message.id;
    });
    expect(ofIt.map(({ name }) => name)).toEqual(["appMessage", "schedule"]);
    expect(now(schedule.id)).toMatchObject({ status: "PENDENTE", isTaken: true, sentAt: null });
  });

  test("the network takes it: sent, and it can be changed no more", async () => {
    const schedule = aSchedule(aPerson().id, inAnHour());
    run(inAnHour());
    const form = { body: "Outro texto", contactId: schedule.contactId, sendAt: clockIn(3) };
    expect(await ana("PUT", `/schedules/${schedule.id}`, form)).toMatchObject({
      status: 409,
      body: { error: "ERR_SCHEDULE_SENT" },
    });
    balcao.aurora.write((db, emit) => raiseAck(db, emit, messageOf(schedule.id), ACK.sent));
    run(inAnHour() + 4000);
    expect(now(schedule.id)).toMatchObject({ status: "ENVIADA", isTaken: false });
    expect(now(schedule.id).sentAt).not.toBeNull();
    expect((await ana("PUT", `/schedules/${schedule.id}`, form)).body.error).toBe("ERR_SCHEDULE_SENT");
  });

  test("it fails: the reason is kept, and a new time lets it wait again", async () => {
    const schedule = aSchedule(aPerson().id, inAnHour());
    run(inAnHour());
    const failed = messageOf(schedule.id);
    balcao.aurora.write((db, emit) => raiseAck(db, emit, failed, ACK.failed, "ERR_WAPP_INVALID_CONTACT"));
    run(inAnHour() + 2000);
    expect(now(schedule.id)).toMatchObject({ status: "ERRO", failure: "ERR_WAPP_INVALID_CONTACT" });
    const form = { body: "Outro texto", contactId: schedule.contactId, sendAt: clockIn(2) };
    expect((await ana("PUT", `/schedules/${schedule.id}`, form)).body).toMatchObject({
      status: "PENDENTE",
      failure: null,
    });
    run(inAnHour() + 2 * HOUR);
    expect(messageOf(schedule.id).id).not.toBe(failed.id);
  });

  test("taken back before it left, or gone with its ticket, it is not sent a second time", async () => {
    const [one, other] = [aSchedule(aPerson().id, inAnHour()), aSchedule(aPerson().id, inAnHour())];
    run(inAnHour());
    balcao.aurora.write((db, emit) => markDeleted(db, emit, messageOf(one.id)));
    await removeTicket(balcao.aurora, messageOf(other.id).ticketId);
    for (const late of [2000, 4000, 6000]) run(inAnHour() + late);
    for (const { id } of [one, other]) {
      expect(now(id)).toMatchObject({ status: "ERRO", failure: "ERR_SCHEDULE_TAKEN_BACK" });
    }
  });

  test("a day late it is not sent any more; a little late it is", () => {
    const start = Date.now();
    const old = aSchedule(aPerson().id, start - 25 * HOUR), recent = aSchedule(aPerson().id, start - 23 * HOUR);
    run(start);
    expect(now(old.id)).toMatchObject({ status: "ERRO", failure: "ERR_SCHEDULE_TOO_LATE" });
    expect(now(recent.id)).toMatchObject({ status: "PENDENTE", isTaken: true });
  });

  test("without any ticket it is filed in a closed one; else in the one in progress, else in the newest", () => {
    const stranger = aSchedule(aPerson().id, inAnHour());
    const contact = aPerson();
    const closed = balcao.aurora.write((db) => aTicket(db, { contactId: contact.id, status: "closed", closedAt: 1 }));
    const known = aSchedule(contact.id, inAnHour());
    run(inAnHour());
    const made = balcao.aurora.read.select().from(ticketTable).where(
      eq(ticketTable.id, messageOf(stranger.id).ticketId),
    )
      .all()[0]!;
    expect(made).toMatchObject({ status: "closed", userId: null, queueId: null, unreadMessages: 0 });
    expect(messageOf(known.id).ticketId).toBe(closed.id);
  });

  test("without a connection it fails with the reason, and a failing one stops no other", () => {
    const { norte } = balcao;
    const contact = norte.write((db) => aContact(db));
    const add = () =>
      norte.write((db) =>
        addSchedule(db, { body: "Olá, tudo bem?", contactId: contact.id, connectionId: null, sendAt: Date.now() }, 1, 0)
      );
    const [one, other] = [add(), add()];
    runSchedules(norte, zone, Date.now() + 10);
    for (const { id } of [one, other]) {
      expect(scheduleById(norte.read, id)).toMatchObject({ status: "ERRO", failure: "ERR_NO_DEF_WAPP_FOUND" });
    }
  });
});
