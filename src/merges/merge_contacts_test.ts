import { asc, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Address, Incoming } from "../channels/channel.ts";
import { contactMergeTable, contactTable, identityTable } from "../contacts/table.ts";
import { messageTable } from "../messages/table.ts";
import { marketingSince, noteMarketing } from "../opt_outs/marks.ts";
import { AT_WORK } from "../testing/bot_desk.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { moveTicket } from "../tickets/moves.ts";
import { ticketTable } from "../tickets/table.ts";
import { applyEvent } from "../inbox/channel_events.ts";
import { receiveMessage } from "../inbox/receive.ts";

const ANA = { id: 1, profile: "admin", super: false, queueIds: [] as number[] } as const;

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

let people = 0;

/** Somebody who wrote under their number, and under a hidden number, before the network told that they are one. */
function aTwin() {
  const phone = `55119${String(60_000_000 + ++people)}`, lid = String(900_000_000_000_000 + people);
  const shown: Address = { jid: `${phone}@s.whatsapp.net`, phone }, hidden: Address = { jid: `${lid}@lid`, lid };
  const write = (chat: Address, body: string, is: Partial<Incoming> = {}) =>
    receiveMessage(balcao.aurora, 1, {
      chat,
      wid: `${phone}-${body}`,
      fromMe: false,
      when: "live",
      pushName: "Joana",
      participant: "",
      author: "",
      at: Date.now(),
      kind: "text",
      kindName: "",
      body,
      raw: new Uint8Array([1]),
      ...is,
    }, AT_WORK);
  const read = balcao.aurora.read;
  const contacts = () => {
    const ids = read.select().from(identityTable).where(inArray(identityTable.value, [phone, lid])).all();
    return [...new Set(ids.map(({ contactId }) => contactId))];
  };
  const tickets = () =>
    read.select().from(ticketTable).where(inArray(ticketTable.contactId, contacts())).orderBy(asc(ticketTable.id))
      .all();
  const inProgress = () => tickets().filter(({ status }) => status !== "closed");
  const bodies = (ticketId: number) =>
    read.select().from(messageTable).where(eq(messageTable.ticketId, ticketId)).orderBy(asc(messageTable.id)).all()
      .map(({ body }) => body);
  const reveal = () => applyEvent(balcao.aurora, 1, { what: "pair", phone, lid });
  const accept = (id: number) =>
    balcao.aurora.write((db, emit) => void moveTicket(db, emit, id, { status: "open", userId: 1 }, ANA, Date.now()));
  return {
    phone,
    lid,
    shown,
    hidden,
    both: { ...hidden, phone },
    write,
    contacts,
    tickets,
    inProgress,
    bodies,
    reveal,
    accept,
  };
}

test("two contacts that turn out to be one person become the older one, and it is written down", () => {
  const joana = aTwin();
  joana.write(joana.shown, "um");
  joana.write(joana.hidden, "dois");
  const [old, young] = joana.contacts().sort((a, b) => a - b);
  expect(young).toBeDefined();
  const emitted = balcao.listenAs(balcao.aurora, "Ana");
  joana.write(joana.both, "três");
  expect(joana.contacts()).toEqual([old]);
  expect(balcao.aurora.read.select().from(contactTable).where(eq(contactTable.id, young!)).all()).toEqual([]);
  expect(balcao.aurora.read.select().from(contactTable).where(eq(contactTable.id, old!)).all()).toMatchObject([
    { number: joana.phone, name: "Joana" },
  ]);
  const merge = balcao.aurora.read.select().from(contactMergeTable).all().at(-1)!;
  expect(merge).toMatchObject({ keptId: old });
  expect(JSON.parse(merge.gone)).toMatchObject({ contact: { id: young }, identities: [{ value: joana.lid }] });
  expect(emitted.filter(({ name }) => name === "contact").map(({ payload }) => payload)).toMatchObject([
    { action: "delete", id: young },
    { action: "update", record: { id: old } },
  ]);
});

test("of two waiting tickets one goes on, with everything that was written and all that is unread", () => {
  const joana = aTwin();
  joana.write(joana.shown, "um");
  joana.write(joana.hidden, "dois");
  joana.write(joana.hidden, "três");
  const emitted = balcao.listenAs(balcao.aurora, "Ana");
  joana.reveal();
  const [ticket, ...others] = joana.inProgress();
  expect(others).toEqual([]);
  expect(joana.bodies(ticket!.id)).toEqual(["um", "dois", "três"]);
  expect(ticket).toMatchObject({ unreadMessages: 3, lastMessage: "três" });
  const updates = emitted.filter(({ name }) => name === "ticket").map(({ payload }) => payload as { action: string });
  expect(updates.map(({ action }) => action).sort()).toEqual(["removeFromList", "update"]);
});

test("the ticket that somebody is serving goes on, even when the other was changed later", () => {
  const joana = aTwin();
  joana.write(joana.shown, "um");
  const [served] = joana.tickets();
  joana.accept(served!.id);
  joana.write(joana.hidden, "dois");
  joana.reveal();
  expect(joana.inProgress()).toMatchObject([
    { id: served!.id, status: "open", userId: 1, unreadMessages: 2, lastMessage: "dois" },
  ]);
  expect(joana.bodies(served!.id)).toEqual(["um", "dois"]);
  joana.write(joana.hidden, "quatro");
  expect(joana.inProgress()).toHaveLength(1);
});

test("a message that came under both names is kept once", () => {
  const joana = aTwin();
  joana.write(joana.shown, "um", { wid: `${joana.phone}-same` });
  joana.write(joana.hidden, "um", { wid: `${joana.phone}-same` });
  joana.reveal();
  const [ticket] = joana.inProgress();
  expect(joana.bodies(ticket!.id)).toEqual(["um"]);
  expect(ticket).toMatchObject({ unreadMessages: 1 });
});

test("closed tickets come along and stay closed", () => {
  const joana = aTwin();
  const old = { when: "history", at: 1_700_000_000_000 } as const;
  joana.write(joana.hidden, "antes", old);
  joana.write(joana.shown, "agora");
  joana.reveal();
  expect(joana.tickets().map(({ status }) => status)).toEqual(["closed", "pending"]);
  expect(joana.contacts()).toHaveLength(1);
});

test("that marketing reached either of them is known of the one who stays, by its last message", () => {
  const joana = aTwin();
  joana.write(joana.shown, "Oi");
  joana.write(joana.hidden, "Olá");
  const [older, newer] = joana.contacts().sort((one, other) => one - other) as [number, number];
  const mark = (contactId: number, connectionId: number, messageId: number) =>
    balcao.aurora.write((db) => noteMarketing(db, { contactId, connectionId, messageId }, messageId));
  mark(older, 1, 10);
  mark(newer, 1, 30);
  mark(newer, 2, 20);
  joana.reveal();
  const marks = marketingSince(balcao.aurora.read, { contactId: older, since: 0 });
  expect(marks.map(({ connectionId, messageId }) => [connectionId, messageId])).toEqual([[1, 30], [2, 20]]);
});

test("a pair that is known, or of nobody known, changes nothing", () => {
  const joana = aTwin();
  joana.write(joana.both, "um");
  const merges = () => balcao.aurora.read.select().from(contactMergeTable).all().length;
  const before = merges();
  joana.reveal();
  aTwin().reveal();
  expect(merges()).toBe(before);
});

test("a number that is told later belongs to the hidden contact", () => {
  const joana = aTwin();
  joana.write(joana.hidden, "um");
  joana.reveal();
  const [id] = joana.contacts();
  expect(balcao.aurora.read.select().from(contactTable).where(eq(contactTable.id, id!)).all()).toMatchObject([
    { number: joana.phone },
  ]);
});
