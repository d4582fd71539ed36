import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChannelEvent, Incoming } from "../channels/channel.ts";
import { contactTable } from "../contacts/table.ts";
import { ACK } from "../shared/delivery.ts";
import { messageTable } from "../messages/table.ts";
import { listMessages } from "../messages/show.ts";
import { setSetting } from "../settings/settings.ts";
import { AT_WORK } from "../testing/bot_desk.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { moveTicket } from "../tickets/moves.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";
import { applyEvent, applyReceipt } from "./channel_events.ts";
import { receiveMessage } from "./receive.ts";

const ANA = { id: 1, profile: "admin", super: false, queueIds: [] } as const;
const LOJA = 1;

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

let people = 0;

/** Somebody new, and what they write. */
function aCustomer() {
  const phone = `55119${String(70_000_000 + ++people)}`;
  const chat = { jid: `${phone}@s.whatsapp.net`, phone };
  let nth = 0;
  const write = (is: Partial<Incoming> = {}) => receive({ chat, wid: `${phone}-${++nth}`, ...is });
  return { phone, chat, write, ticket: () => ticketOf(contactOf(phone)?.id), wid: () => `${phone}-${nth}` };
}

function receive(is: Partial<Incoming> & Pick<Incoming, "chat" | "wid">): number | undefined {
  return receiveMessage(balcao.aurora, LOJA, {
    fromMe: false,
    when: "live",
    pushName: "Joana",
    participant: "",
    author: "",
    at: Date.now(),
    kind: "text",
    kindName: "",
    body: "Olá",
    raw: new Uint8Array([1]),
    ...is,
  }, AT_WORK);
}

function happen(event: ChannelEvent) {
  if (event.what !== "receipt") return applyEvent(balcao.aurora, LOJA, event);
  balcao.aurora.write((db, emit) => applyReceipt(db, emit, LOJA, event, undefined));
}

function contactOf(number: string) {
  return balcao.aurora.read.select().from(contactTable).where(eq(contactTable.number, number)).all()[0];
}

function ticketOf(contactId = 0): TicketRow {
  return balcao.aurora.read.select().from(ticketTable).where(eq(ticketTable.contactId, contactId)).all().at(-1)!;
}

function thread(ticketId: number) {
  return balcao.aurora.read.select().from(messageTable).where(eq(messageTable.ticketId, ticketId))
    .orderBy(asc(messageTable.createdAt), asc(messageTable.id)).all();
}

function move(ticket: TicketRow, wanted: Parameters<typeof moveTicket>[3]) {
  balcao.aurora.write((db, emit) => void moveTicket(db, emit, ticket.id, wanted, { ...ANA, queueIds: [] }, Date.now()));
}

test("the first message makes a contact by its push name, a ticket in the connection's queue, and rings", () => {
  const bruno = balcao.listenAs(balcao.aurora, "Bruno"), carla = balcao.listenAs(balcao.aurora, "Carla");
  const joana = aCustomer();
  expect(joana.write({ body: "Tem torta?" })).toBeTypeOf("number");
  expect(contactOf(joana.phone)).toMatchObject({ name: "Joana", isGroup: false });
  expect(joana.ticket()).toMatchObject({
    status: "pending",
    queueId: 1,
    userId: null,
    unreadMessages: 1,
    lastMessage: "Tem torta?",
    lastMessageFromMe: false,
  });
  expect(bruno.map(({ name, payload }) => [name, (payload as { live?: boolean }).live])).toEqual([[
    "appMessage",
    true,
  ]]);
  expect(carla).toEqual([]);
});

test("the same message twice is stored once, and rings once", () => {
  const emitted = balcao.listenAs(balcao.aurora, "Ana"), joana = aCustomer();
  joana.write({ wid: "twice" });
  expect(joana.write({ wid: "twice", body: "another text under the same id" })).toBeUndefined();
  expect(thread(joana.ticket().id)).toHaveLength(1);
  expect(joana.ticket().unreadMessages).toBe(1);
  expect(emitted).toHaveLength(1);
  // The same id in another chat is another message.
  expect(aCustomer().write({ wid: "twice" })).toBeTypeOf("number");
});

test("an edited name stays, whatever the customer calls themselves later", () => {
  const joana = aCustomer();
  joana.write();
  const { id } = contactOf(joana.phone)!;
  balcao.aurora.write((db) =>
    void db.update(contactTable).set({ name: "Joana (noiva)" }).where(eq(contactTable.id, id)).run()
  );
  joana.write({ pushName: "J." });
  expect(contactOf(joana.phone)!.name).toBe("Joana (noiva)");
});

test("what was written in the future was written now, and what came later is shown later", () => {
  const joana = aCustomer(), soon = Date.now() + 3_600_000;
  joana.write({ body: "one", at: soon });
  joana.write({ body: "two", at: Date.now() - 5000 });
  joana.write({ body: "three", at: 0 });
  const rows = thread(joana.ticket().id);
  expect(rows.map(({ body }) => body)).toEqual(["one", "two", "three"]);
  expect(rows[0]!.createdAt).toBeLessThanOrEqual(Date.now());
});

test.each([
  ["with a NUL", "an\u0000tes", "antes"],
  ["with a NUL in front", "\u0000tudo", "tudo"],
  ["of 65536 characters", "x".repeat(65_536), undefined],
  ["from right to left", "שלום \u202Eabc", undefined],
  ["of fifty emoji", "👩🏽‍🍳".repeat(50), undefined],
  ["that looks like SQL", "'); drop table messages; --", undefined],
  ["that looks like a page", "<script>alert(1)</script>", undefined],
])("a message %s is stored whole, shown and found again", (_, body, stored = body) => {
  const joana = aCustomer();
  joana.write({ body });
  const { messages } = listMessages(balcao.aurora.read, joana.ticket().id, { pageNumber: 1 });
  expect(messages.map((message) => message.body)).toEqual([stored]);
  expect(stored.startsWith(joana.ticket().lastMessage)).toBe(true);
  expect(joana.ticket().lastMessage.length).toBeLessThanOrEqual(300);
});

test("a kind that cannot be shown is stored with its name", () => {
  const joana = aCustomer();
  joana.write({ kind: "other", kindName: "eventMessage", body: "" });
  expect(thread(joana.ticket().id)).toMatchObject([{ kind: "other", kindName: "eventMessage" }]);
  expect(joana.ticket()).toMatchObject({ lastMessage: "", lastMessageKind: "other", unreadMessages: 1 });
});

describe("a message from the company's own phone", () => {
  test("stays on the ticket in progress, and marks it read", () => {
    const joana = aCustomer();
    joana.write();
    const emitted = balcao.listenAs(balcao.aurora, "Ana");
    joana.write({ fromMe: true, body: "Temos sim!" });
    expect(thread(joana.ticket().id)).toMatchObject([{ fromMe: false }, { fromMe: true, ack: ACK.sent, userId: null }]);
    expect(joana.ticket()).toMatchObject({ status: "pending", unreadMessages: 0, lastMessageFromMe: true });
    expect(emitted.map(({ payload }) => (payload as { action: string }).action)).toEqual(["updateUnread", "create"]);
    expect(emitted.at(-1)!.payload).toMatchObject({ live: false });
  });

  test("of long ago leaves unread what came since", () => {
    const joana = aCustomer();
    joana.write();
    joana.write({ fromMe: true, body: "Feliz Natal!", when: "history", at: 1_000_000 });
    expect(thread(joana.ticket().id).map(({ body }) => body)).toContain("Feliz Natal!");
    expect(joana.ticket()).toMatchObject({ unreadMessages: 1 });
  });

  test("opens no ticket, takes none up again, and makes nobody known", () => {
    const stranger = aCustomer();
    expect(stranger.write({ fromMe: true })).toBeUndefined();
    expect(contactOf(stranger.phone)).toBeUndefined();
    const joana = aCustomer();
    joana.write();
    move(joana.ticket(), { status: "open", userId: 1 });
    move(joana.ticket(), { status: "closed", userId: 1 });
    expect(joana.write({ fromMe: true })).toBeUndefined();
    expect(joana.ticket()).toMatchObject({ status: "closed" });
  });
});

describe("history that a new link brings along", () => {
  const old = { when: "history", at: Date.parse("2026-01-05T12:00:00Z") } as const;

  test("is filed in a closed ticket, read and silent, and shows its newest words", () => {
    const emitted = balcao.listenAs(balcao.aurora, "Ana"), joana = aCustomer();
    joana.write({ ...old, body: "Feliz ano novo!" });
    joana.write({ ...old, at: old.at + 1000, fromMe: true, body: "Para você também!" });
    expect(joana.ticket()).toMatchObject({
      status: "closed",
      unreadMessages: 0,
      lastMessage: "Para você também!",
      lastMessageFromMe: true,
      updatedAt: old.at + 1000,
    });
    expect(thread(joana.ticket().id)).toMatchObject([{ read: true, isHistory: true }, { fromMe: true }]);
    expect(emitted.map(({ payload }) => (payload as { live?: boolean }).live)).toEqual([false, false]);
    const { id } = joana.ticket();
    joana.write({ body: "Oi, abriram?" });
    expect(joana.ticket()).toMatchObject({ status: "pending", unreadMessages: 1 });
    expect(joana.ticket().id).not.toBe(id);
  });

  test("keeps what only the company wrote", () => {
    const joana = aCustomer();
    joana.write({ ...old, fromMe: true, body: "Sua encomenda está pronta" });
    expect(thread(joana.ticket().id)).toMatchObject([{ fromMe: true, body: "Sua encomenda está pronta" }]);
  });

  test("goes to the ticket in progress, in its place, and changes nothing else there", () => {
    const joana = aCustomer();
    joana.write({ body: "agora", wid: "now" });
    const had = joana.ticket();
    joana.write({ ...old, body: "antes" });
    expect(joana.write({ ...old, wid: "now", body: "agora, outra vez" })).toBeUndefined();
    expect(thread(had.id).map(({ body }) => body)).toEqual(["antes", "agora"]);
    expect(joana.ticket()).toEqual(had);
  });
});

describe("a group", () => {
  const group = { jid: "1234-5678@g.us", group: "1234-5678" };
  const write = (wid: string) => receive({ chat: group, wid, pushName: "Rui", participant: "Rui", author: "rui@lid" });

  test("is ignored unless the company wants groups, and then has one ticket of its own", () => {
    expect(write("g1")).toBeUndefined();
    balcao.aurora.write((db) => setSetting(db, "CheckMsgIsGroup", "disabled"));
    write("g2");
    write("g3");
    const ticket = balcao.aurora.read.select().from(ticketTable).where(eq(ticketTable.isGroup, true)).all();
    expect(ticket).toMatchObject([{ status: "pending", queueId: null, queuedAt: null, unreadMessages: 2 }]);
    expect(thread(ticket[0]!.id)).toMatchObject([{ participant: "Rui" }, { participant: "Rui" }]);
    const about = { chat: group, wid: "g3", fromMe: false } as const;
    happen({ what: "edit", ...about, author: "bia@lid", body: "de Bia", at: 1 });
    happen({ what: "revoke", ...about, author: "bia@lid" });
    expect(thread(ticket[0]!.id)[1]).toMatchObject({ body: "Olá", isDeleted: false });
    happen({ what: "edit", ...about, author: "rui@lid", body: "de Rui", at: 1 });
    expect(thread(ticket[0]!.id)[1]).toMatchObject({ body: "de Rui" });
    happen({ what: "subject", chat: group, subject: "Festa junina" });
    happen({ what: "subject", chat: group, subject: "Outro nome" });
    expect(balcao.aurora.read.select().from(contactTable).where(eq(contactTable.isGroup, true)).all()).toMatchObject([
      { name: "Festa junina" },
    ]);
    balcao.aurora.write((db) => setSetting(db, "CheckMsgIsGroup", "enabled"));
    expect(write("g4")).toBeUndefined();
  });
});

describe("what happens to a message", () => {
  const shown = (ticket: TicketRow) => listMessages(balcao.aurora.read, ticket.id, { pageNumber: 1 }).messages.at(-1)!;

  test("an edit changes the text and keeps the earlier one", () => {
    const joana = aCustomer();
    joana.write({ body: "Dois bolo" });
    const edit = { what: "edit", chat: joana.chat, wid: joana.wid(), author: "", at: Date.now() } as const;
    happen({ ...edit, fromMe: false, body: "Dois bolos" });
    happen({ ...edit, fromMe: false, body: "Três bolos" });
    expect(shown(joana.ticket())).toMatchObject({ body: "Três bolos", isEdited: true });
    expect(joana.ticket().lastMessage).toBe("Três bolos");
    const kept = balcao.aurora.read.all<{ body: string }>("select body from message_edits order by id" as never);
    expect(kept.slice(-2)).toEqual([{ body: "Dois bolo" }, { body: "Dois bolos" }]);
  });

  test("a message that is taken back loses its reactions, and gets no more", () => {
    const joana = aCustomer();
    joana.write({ body: "Dois bolos" });
    const about = { chat: joana.chat, wid: joana.wid() };
    const reaction = { what: "reaction", ...about, who: "them", emoji: "🙏", at: Date.now() } as const;
    happen(reaction);
    expect(shown(joana.ticket()).reactions).toHaveLength(1);
    happen({ what: "revoke", ...about, author: "", fromMe: false });
    expect(shown(joana.ticket())).toMatchObject({ isDeleted: true, reactions: [] });
    happen(reaction);
    expect(balcao.aurora.read.all("select 1 from message_reactions" as never)).toEqual([]);
  });

  test("nobody edits or takes back what the other side wrote", () => {
    const joana = aCustomer();
    joana.write();
    joana.write({ fromMe: true, body: "R$ 50" });
    const ours = { chat: joana.chat, wid: joana.wid() };
    happen({ what: "edit", ...ours, author: "", fromMe: false, body: "R$ 5", at: 1 });
    happen({ what: "revoke", ...ours, author: "", fromMe: false });
    expect(shown(joana.ticket())).toMatchObject({ body: "R$ 50", isEdited: false, isDeleted: false });
    const ana = balcao.listenAs(balcao.aurora, "Ana");
    happen({ what: "revoke", ...ours, author: "", fromMe: true });
    expect(shown(joana.ticket())).toMatchObject({ body: "R$ 50", isDeleted: true });
    expect(ana).toMatchObject([
      { name: "appMessage", payload: { action: "update", message: { isDeleted: true } } },
      { name: "ticket", payload: { action: "update", ticket: { lastMessageIsDeleted: true } } },
    ]);
    happen({ what: "edit", ...ours, author: "", fromMe: true, body: "R$ 55", at: 1 });
    expect(shown(joana.ticket())).toMatchObject({ body: "R$ 50" });
    joana.write({ body: "Oi?" });
    expect(joana.ticket()).toMatchObject({ lastMessage: "Oi?", lastMessageIsDeleted: false });
  });

  test("another customer's phone changes nothing, even with the right id", () => {
    const joana = aCustomer(), rui = aCustomer();
    joana.write({ body: "minha" });
    rui.write();
    happen({ what: "edit", chat: rui.chat, wid: joana.wid(), author: "", fromMe: false, body: "dele", at: 1 });
    happen({ what: "revoke", chat: rui.chat, wid: joana.wid(), author: "", fromMe: false });
    happen({ what: "reaction", chat: rui.chat, wid: joana.wid(), who: "them", emoji: "👎", at: 1 });
    expect(shown(joana.ticket())).toMatchObject({ body: "minha", isDeleted: false, reactions: [] });
  });

  test("a reaction is put on, changed and taken off again", () => {
    const joana = aCustomer();
    joana.write();
    const react = (who: string, emoji: string) =>
      happen({ what: "reaction", chat: joana.chat, wid: joana.wid(), who, emoji, at: Date.now() });
    react("them", "👍");
    react("me", "🙏");
    react("them", "❤️".repeat(100));
    const { reactions } = shown(joana.ticket());
    expect(reactions.map(({ fromMe }) => fromMe).sort()).toEqual([false, true]);
    expect(reactions.find(({ fromMe }) => !fromMe)!.emoji.length).toBeLessThanOrEqual(40);
    react("them", "");
    expect(shown(joana.ticket()).reactions).toEqual([{ emoji: "🙏", fromMe: true }]);
    expect(joana.ticket().unreadMessages).toBe(1);
  });

  test.each(
    [
      [[1, 2, 3], 3, null],
      [[3, 2, 1], 3, null],
      [[4, 3], 4, null],
      [[-1], -1, "ERR_WAPP_RESTRICTED"],
      [[1, -1], -1, "ERR_WAPP_RESTRICTED"],
      [[2, -1], 2, null],
      [[-1, 2], 2, null],
      [[-1, -1], -1, "ERR_WAPP_RESTRICTED"],
    ] as const,
  )("receipts %j leave it at %i", (acks, ack, failure) => {
    const joana = aCustomer();
    joana.write();
    joana.write({ fromMe: true, wid: `ours-${joana.phone}` });
    for (const ack of acks) {
      happen({ what: "receipt", wid: `ours-${joana.phone}`, ack, failure: "ERR_WAPP_RESTRICTED" });
    }
    expect(shown(joana.ticket())).toMatchObject({ ack, failure });
    expect(joana.ticket().lastMessageAck).toBe(ack);
  });

  test("a late receipt leaves a closed ticket closed and in its place", () => {
    const joana = aCustomer();
    joana.write();
    joana.write({ fromMe: true, wid: `late-${joana.phone}` });
    move(joana.ticket(), { status: "open", userId: 1 });
    move(joana.ticket(), { status: "closed", userId: 1 });
    const had = joana.ticket();
    happen({ what: "receipt", wid: `late-${joana.phone}`, ack: 3 });
    expect(joana.ticket()).toEqual({ ...had, lastMessageAck: 3 });
  });

  test("none of it makes a ticket or a contact", () => {
    const stranger = aCustomer(), about = { chat: stranger.chat, wid: "nothing" };
    const tickets = balcao.aurora.read.select().from(ticketTable).all().length;
    happen({ what: "edit", ...about, author: "", fromMe: false, body: "x", at: 1 });
    happen({ what: "revoke", ...about, author: "", fromMe: false });
    happen({ what: "reaction", ...about, who: "them", emoji: "👍", at: 1 });
    happen({ what: "receipt", wid: "nothing", ack: 3 });
    happen({ what: "typing", chat: stranger.chat, typing: true });
    happen({ what: "call", ...about, at: 1, video: false });
    happen({ what: "pair", phone: stranger.phone, lid: "424242" });
    expect(contactOf(stranger.phone)).toBeUndefined();
    expect(balcao.aurora.read.select().from(ticketTable).all()).toHaveLength(tickets);
  });

  test("a call is a line on the ticket in progress", () => {
    const joana = aCustomer();
    joana.write();
    happen({ what: "call", chat: joana.chat, wid: "call-1", at: Date.now(), video: true });
    happen({ what: "call", chat: joana.chat, wid: "call-1", at: Date.now(), video: true });
    expect(thread(joana.ticket().id).filter(({ kind }) => kind === "call")).toMatchObject([{ kindName: "video" }]);
    happen({ what: "call", chat: joana.chat, wid: "call-2", at: NaN, video: false });
    expect(thread(joana.ticket().id).at(-1)).toMatchObject({ kind: "call", kindName: "voice" });
  });

  test("who may see the ticket sees the customer typing", () => {
    const joana = aCustomer();
    joana.write();
    const bruno = balcao.listenAs(balcao.aurora, "Bruno"), carla = balcao.listenAs(balcao.aurora, "Carla");
    happen({ what: "typing", chat: joana.chat, typing: true });
    expect([bruno.map(({ payload }) => payload), carla]).toEqual([[{ ticketId: joana.ticket().id, typing: true }], []]);
  });
});

describe("a mere thank-you after the goodbye", () => {
  function served() {
    const joana = aCustomer();
    joana.write();
    for (const status of ["open", "closed"] as const) {
      const wanted = { status, userId: 1, justClose: true };
      balcao.aurora.write((db, emit) =>
        void moveTicket(db, emit, joana.ticket().id, wanted, { ...ANA, queueIds: [] }, Date.now())
      );
    }
    return joana;
  }

  test("is kept in the closed ticket, read, rings nowhere and takes nothing up again", () => {
    const joana = served(), emitted = balcao.listenAs(balcao.aurora, "Ana"), before = joana.ticket();
    joana.write({ body: "Muito obrigada! 🙏" });
    expect(joana.ticket()).toMatchObject({ id: before.id, status: "closed", unreadMessages: 0 });
    const [, thanks] = balcao.aurora.read.select().from(messageTable).where(eq(messageTable.ticketId, before.id))
      .orderBy(asc(messageTable.id)).all();
    expect(thanks).toMatchObject({ body: "Muito obrigada! 🙏", read: true });
    expect(emitted.filter(({ name }) => name === "appMessage").map(({ payload }) => payload)).toMatchObject([
      { action: "create", live: false },
    ]);
  });

  test("takes it up again when the company wants no such rule, and when more is said", () => {
    const rui = served();
    rui.write({ body: "Obrigado, mas faltou o troco" });
    expect(rui.ticket()).toMatchObject({ status: "pending", unreadMessages: 1 });
    const eva = served();
    balcao.aurora.write((db) => void setSetting(db, "thanks", ""));
    eva.write({ body: "Obrigada" });
    expect(eva.ticket()).toMatchObject({ status: "pending", unreadMessages: 1 });
    balcao.aurora.write((db) => void setSetting(db, "thanks", "obrigada"));
  });
});
