import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticate } from "../access/authenticate.ts";
import { connectionTable } from "../connections/table.ts";
import { type NewMessage, recordMessage } from "../messages/record.ts";
import { messageTable } from "../messages/table.ts";
import { dueSoon, nextDue } from "../outbox/enqueue.ts";
import { type OutboxRow, outboxTable } from "../outbox/table.ts";
import type { Write } from "../platform/company.ts";
import { userQueueTable } from "../queues/table.ts";
import { settingTable } from "../settings/table.ts";
import { aBalcao, aContact, aTicket } from "../testing/fixtures.ts";
import { chanceFrom } from "../testing/fuzz.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";
import { userTable } from "../users/table.ts";

/** Single rows that are read or changed by SQL written by hand, beside plain JavaScript, on data that chance has made. */
let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

const { below, one, once } = chanceFrom(53);
const CAKES = "🎂".repeat(160);

function perhaps<T>(value: () => T): T | null {
  return once(2) ? value() : null;
}

/** Some are known already, some older than what is there, and some cut within a character. */
function aMessage({ id, contactId }: TicketRow): NewMessage {
  const kind = one(["text", "document", "image"] as const);
  return {
    ...{ ticketId: id, contactId, connectionId: 1, chat: "x", wid: `S${below(60)}`, kind, ack: one([-1, 0, 1, 3]) },
    ...{ fromMe: once(2), userId: perhaps(() => 2), isHistory: once(4), isDeleted: once(5), read: once(3) },
    ...{ body: one(["", "", "Oi", CAKES, `x${CAKES}`]), createdAt: 1000 + below(300) },
    ...(kind !== "text" && { media: { state: "ready", name: one(["bolo.pdf", ""]), mimetype: "application/pdf" } }),
  };
}

/** What a ticket's row is after a message that was not known yet; `newest` is when the last of it was written. */
function after(ticket: TicketRow, message: NewMessage, newest: number): TicketRow {
  if (message.isHistory && message.createdAt < newest) return ticket;
  const at = Math.max(message.createdAt, newest), { fromMe, kind } = message;
  const text = message.body || (kind === "document" ? message.media!.name : "");
  let lastMessage = "";
  for (const character of text) if (lastMessage.length + character.length <= 300) lastMessage += character;
  let { unansweredSince } = ticket;
  if (!message.isHistory) {
    if (!fromMe) unansweredSince = ticket.status === "closed" ? null : unansweredSince ?? at;
    else if (typeof message.userId === "number" || ticket.startedAt !== null) unansweredSince = null;
  }
  return {
    ...{ ...ticket, lastMessage, lastMessageKind: kind, lastMessageFromMe: fromMe, unansweredSince },
    lastMessageAck: fromMe ? message.ack! : 0,
    lastMessageIsDeleted: message.isDeleted!,
    unreadMessages: ticket.unreadMessages + (!fromMe && !message.read ? 1 : 0),
    updatedAt: Math.max(ticket.updatedAt, at),
  };
}

test("a ticket's row says of its newest message what is said of the message", () => {
  balcao.aurora.write((db) => {
    const ids = Array.from({ length: 40 }, () => aTicket(db, { createdAt: 900, updatedAt: 1000 + below(300) }).id);
    const rowOf = (id: number) => db.select().from(ticketTable).where(eq(ticketTable.id, id)).get()!;
    for (let nth = 0; nth < 1200; nth++) {
      const id = one(ids), status = one(["open", "pending", "closed"] as const);
      const is = { status, startedAt: perhaps(() => 5), unansweredSince: perhaps(() => below(2000)) };
      if (once(2)) db.update(ticketTable).set(is).where(eq(ticketTable.id, id)).run();
      const before = rowOf(id), message = aMessage(before);
      const own = db.select().from(messageTable).where(eq(messageTable.ticketId, id)).all();
      const isKnown = own.some(({ wid }) => wid === message.wid);
      const newest = Math.max(0, ...own.map(({ createdAt }) => createdAt));
      const recorded = recordMessage(db, message), plain = isKnown ? before : after(before, message, newest);
      expect(recorded === undefined).toBe(isKnown);
      const lastMessageId = plain === before ? before.lastMessageId : recorded!.id;
      expect(rowOf(id), JSON.stringify({ before, message })).toEqual({ ...plain, lastMessageId });
    }
  });
});

test("a session's person is as the rows of people, queues and settings say", async () => {
  const { aurora, tenants, logIn } = balcao, db = aurora.read;
  const tokens = await Promise.all(["ana", "bruno", "carla"].map((name) => logIn(`${name}@aurora.test`)));
  for (let nth = 0; nth < 100; nth++) {
    aurora.write(somePeople);
    const settings = new Map(db.select().from(settingTable).all().map(({ key, value }) => [key, value]));
    const people = db.select().from(userTable).all(), inQueues = db.select().from(userQueueTable).all();
    for (const [nth, token] of tokens.entries()) {
      const { person, demandsFactor, hasCampaigns } = await authenticate(tenants, token);
      const { id, name, profile } = people.find(({ id }) => id === nth + 1)!;
      const queueIds = inQueues.filter(({ userId }) => userId === id).map(({ queueId }) => queueId).sort();
      expect({ ...person, queueIds: person.queueIds.toSorted() }).toEqual({
        id,
        name,
        profile,
        super: false,
        queueIds,
      });
      expect(demandsFactor).toBe(settings.get("secondFactor") === "required");
      expect(hasCampaigns).toBe(settings.get("campaignsEnabled") === "true");
    }
  }
});

function somePeople(db: Write): void {
  db.delete(settingTable).run();
  db.delete(userQueueTable).run();
  const factor = perhaps(() => one(["required", "optional"])), campaigns = perhaps(() => one(["true", "false"]));
  if (factor) db.insert(settingTable).values({ key: "secondFactor", value: factor }).run();
  if (campaigns) db.insert(settingTable).values({ key: "campaignsEnabled", value: campaigns }).run();
  for (const id of [1, 2, 3]) {
    const is = { name: `Alguém ${below(99)}`, profile: one(["admin", "user"] as const) };
    db.update(userTable).set(is).where(eq(userTable.id, id)).run();
    for (const queueId of [3, 1, 2]) if (once(2)) db.insert(userQueueTable).values({ userId: id, queueId }).run();
  }
}

const NOW = 5000, OTHER = 71;

function aQueueToSend(db: Write, messageIds: number[]): void {
  db.delete(outboxTable).run();
  for (let nth = 0; nth < 40; nth++) {
    db.insert(outboxTable).values({
      ...{
        messageId: one(messageIds),
        connectionId: one([1, 1, OTHER]),
        what: one(["send", "revoke", "react", "edit"]),
      },
      ...{ rank: below(3), dueAt: once(6) ? NOW + below(3) : NOW - below(3), expiresAt: 9e12 },
    }).onConflictDoNothing().run();
  }
}

test("what is sent next is the first that is due and does not wait for an earlier one of its chat and rank", () => {
  const { aurora } = balcao, db = aurora.read;
  const messageIds = aurora.write((db) => {
    const connection = db.select().from(connectionTable).get()!;
    db.insert(connectionTable).values({ ...connection, id: OTHER, name: "Outra", isDefault: false, token: null }).run();
    const contactIds = Array.from({ length: 9 }, () => aContact(db).id);
    return Array.from({ length: 40 }, (_, nth) => {
      const { id: ticketId, contactId } = aTicket(db, { contactId: one(contactIds), status: "closed" });
      const about = { ticketId, contactId, connectionId: 1, chat: "x", wid: `O${nth}`, fromMe: true };
      return recordMessage(db, { ...about, body: "Oi", kind: "text", createdAt: 1 })!.id;
    });
  });
  const chats = new Map(db.select().from(messageTable).all().map(({ id, contactId }) => [id, contactId]));
  for (let nth = 0; nth < 150; nth++) {
    aurora.write((db) => aQueueToSend(db, messageIds));
    const rows = db.select().from(outboxTable).orderBy(sql`random()`).all();
    for (const connectionId of [1, OTHER]) {
      const own = rows.filter((row) => row.connectionId === connectionId), now = NOW + below(2);
      const isBehind = (row: OutboxRow) =>
        own.some(({ id, rank, dueAt, messageId }) =>
          id < row.id && rank === row.rank && dueAt > now && chats.get(messageId) === chats.get(row.messageId)
        );
      const due = own.filter((row) => row.dueAt <= now && !isBehind(row)).sort((a, b) =>
        a.rank - b.rank || a.id - b.id
      );
      const most = 1 + below(50), underWay = new Set(own.filter(() => once(2)).map(({ id }) => id));
      expect(dueSoon(db, connectionId, most, now)).toEqual(due.slice(0, most));
      expect(nextDue(db, connectionId, underWay, now)).toEqual(due.find(({ id }) => !underWay.has(id)));
    }
  }
});
