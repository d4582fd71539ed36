import { asc, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maySeeTicket, type Person } from "../contract/permissions.ts";
import { newestThread, type ThreadPage } from "../messages/newest_page.ts";
import { recordMessage } from "../messages/record.ts";
import { listMessages } from "../messages/show.ts";
import { noteTable } from "../notes/table.ts";
import type { Write } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { chanceFrom } from "../testing/fuzz.ts";
import { plainTickets } from "../testing/plain_tickets.ts";
import { listTickets } from "../tickets/list.ts";
import { ticketBefore } from "../tickets/past.ts";
import { ticketRow } from "../tickets/rows.ts";
import { shownTicket } from "../tickets/show.ts";
import { moveTable, type TicketRow, ticketTable } from "../tickets/table.ts";
import { shownMove } from "../tickets/write_pages.ts";

/** The pages that SQLite writes as they are answered, beside each row as it is shown elsewhere, on data that chance has made. */
let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

const ANA: Person = { id: 1, profile: "admin", super: false, queueIds: [] };
const { below, one, once } = chanceFrom(7);
const CAMPAIGNS = [81, 82], TAGS = [91, 92, 93, 94, 95];
/** Before and after what a calendar has, at its ends, and in between. */
const MOMENTS = [
  -9e15,
  -62_167_219_200_001,
  -62_167_219_200_000,
  -1,
  0,
  253_402_300_799_999,
  253_402_300_800_000,
  9e15,
];
const WORDS = [
  "bolo",
  '"aspas"',
  "\\",
  "linha\nnova",
  "\ttab",
  "\u0001",
  "pão",
  "🎂",
  "</script>",
  "\u2028",
  "'",
  "%s",
  "",
];

function aText(): string {
  return Array.from({ length: 1 + below(4) }, () => one(WORDS)).join(" ");
}

function aMoment(): number {
  return once(10) ? one(MOMENTS) : below(2_000_000_000_000);
}

function perhaps<T>(value: () => T): T | null {
  return once(3) ? null : value();
}

function someTickets(): void {
  balcao.aurora.write((db) => {
    const run = (statement: ReturnType<typeof sql>) => void db.run(statement);
    run(sql`insert into connections (id, name, channel, provider, status, situation, since, created_at, updated_at)
      values (71, ${`Nuvem ${aText()}`}, 'whatsapp', 'cloud', 'x', 'x', 0, 0, 0),
        (72, ${`Página ${aText()}`}, 'facebook', 'x', 'x', 'x', 0, 0, 0)`);
    for (const id of CAMPAIGNS) run(sql`insert into campaigns (id, name, created_at) values (${id}, ${aText()}, 0)`);
    for (const id of TAGS) {
      const name = `${one(["a", "B", "c", "D", "_", ""])}${aText()} ${id}`;
      run(sql`insert into tags (id, name, color) values (${id}, ${name}, ${`#${id}`})`);
    }
    for (let nth = 0; nth < 300; nth++) {
      const ticket = aTicket(db, {
        name: aText(),
        status: one(["open", "pending", "closed"]),
        userId: perhaps(() => one([1, 2, 3])),
        queueId: perhaps(() => one([1, 2, 3])),
        connectionId: perhaps(() => one([1, 71, 72])),
        campaignId: perhaps(() => one(CAMPAIGNS)),
        lastMessage: aText(),
        lastMessageFromMe: once(2),
        lastMessageIsDeleted: once(2),
        isGroup: once(2),
        chatbot: once(2),
        unreadMessages: below(3),
        waitingSince: perhaps(aMoment),
        unansweredSince: perhaps(aMoment),
        handedAt: perhaps(aMoment),
        createdAt: aMoment(),
        updatedAt: aMoment(),
      });
      run(sql`update contacts set email = ${aText()}, is_group = ${below(2)}, profile_pic_url = ${perhaps(aText)}
        where id = ${ticket.contactId}`);
      for (const id of TAGS) {
        if (once(2)) run(sql`insert into ticket_tags (ticket_id, tag_id) values (${ticket.id}, ${id})`);
      }
      someMoves(db, ticket);
    }
  });
}

/** What was done to a ticket, often at the moment at which it was handed over, and some of it with words. */
function someMoves(db: Write, { id, contactId, handedAt }: TicketRow): void {
  for (let left = below(5); left > 0; left--) {
    const at = handedAt === null || once(3) ? aMoment() : handedAt, action = once(3) ? "accept" : "transfer";
    const noteId = perhaps(() =>
      db.insert(noteTable).values({ note: aText(), contactId, createdAt: 0 }).returning().get().id
    );
    db.insert(moveTable).values({ ticketId: id, action, userId: perhaps(() => one([1, 2, 3])), noteId, at }).run();
  }
}

test("a page of tickets says of each what is said of it elsewhere", () => {
  someTickets();
  const db = balcao.aurora.read, plain = plainTickets(db), seen: number[] = [];
  for (let pageNumber = 1, hasMore = true; hasMore; pageNumber++) {
    const asked = { searchParam: "", pageNumber, showAll: true, withUnreadMessages: false };
    const page = listTickets(db, ANA, asked as never, () => "UTC").read();
    expect(page.tickets).toEqual(page.tickets.map(({ id }) => plain.get(id)));
    expect(page.tickets.map(({ id }) => shownTicket(db, id))).toEqual(page.tickets);
    expect(page.count).toBe(100);
    seen.push(...page.tickets.map(({ id }) => id));
    hasMore = page.hasMore;
  }
  expect(seen.toSorted((a, b) => a - b)).toEqual(
    db.select({ id: ticketTable.id }).from(ticketTable).orderBy(asc(ticketTable.id)).all().map(({ id }) => id),
  );
});

const MIMETYPES = ["image/jpeg", "audio/ogg; codecs=opus", "video/mp4", "application/pdf", "image", "Image/png", ""];
const EXTRAS = [
  {},
  { place: { latitude: -23.5, longitude: 46 } },
  { place: { latitude: 1, longitude: 2, name: 'Praça "da Sé"' } },
  { place: { latitude: null, longitude: 2, name: "x" } },
  { cards: [{ name: "Zé", number: "5511999990000" }], forwarded: true },
  { quoted: { body: "a \\ b", kind: "image", fromMe: true } },
  { quoted: { body: "só isto" }, forwarded: false, cards: null },
];

/** Two tickets of one contact, so that one has an earlier one; with more messages than fit onto a page, or fewer. */
function aThread(messages: number): number {
  return balcao.aurora.write((db) => {
    const run = (statement: ReturnType<typeof sql>) => void db.run(statement);
    const earlier = perhaps(() => aTicket(db, { queueId: one([1, 3]), createdAt: 1, status: "closed" }));
    const { id, contactId } = aTicket(db, {
      queueId: one([null, 1, 2]),
      userId: 1,
      ...(earlier && { contactId: earlier.contactId }),
    });
    for (let nth = 0; nth < messages; nth++) {
      const quoted = perhaps(() => one([`T${id}-${below(messages)}`, "unknown", ""]));
      const written = recordMessage(db, {
        ...{ ticketId: id, contactId, connectionId: 1, chat: "x", wid: `T${id}-${nth}`, kind: one(["text", "image"]) },
        ...{ userId: perhaps(() => 2), fromMe: once(2), body: aText(), participant: once(2) ? aText() : "" },
        ...{
          read: once(2),
          ack: below(6) - 1,
          failure: perhaps(aText),
          quotedWid: quoted,
          localId: perhaps(() => crypto.randomUUID()),
        },
        ...{ extra: perhaps(() => one(EXTRAS)) as never, isDeleted: once(5), isEdited: once(5), createdAt: aMoment() },
      })!;
      if (once(2)) {
        run(
          sql`insert into message_media (message_id, state, name, mimetype, size, width, seconds) values (${written.id},
          'ready', ${aText()}, ${one(MIMETYPES)}, ${one([0, 12, -1, 0.5])}, ${below(900)}, ${
            one([1, 9_007_199_254_740_991])
          })`,
        );
      }
      for (const who of ["me", "z", "a"]) {
        if (once(5)) {
          run(sql`insert into message_reactions (message_id, who, emoji, at) values (${written.id}, ${who}, '🎉', 1)`);
        }
      }
    }
    for (let nth = below(6); nth > 0; nth--) {
      run(sql`insert into ticket_moves (ticket_id, action, user_id, to_user_id, to_queue_id, at)
        values (${id}, 'transfer', ${perhaps(() => 1)}, ${perhaps(() => 2)}, ${perhaps(() => 3)}, ${below(2e12)})`);
    }
    return id;
  });
}

test("the newest page of a thread says of each message what is said of it elsewhere", () => {
  const db = balcao.aurora.read, people = [ANA, { id: 2, profile: "user", super: false, queueIds: [1, 2] } as Person];
  for (const messages of [0, 1, 3, 39, 40, 41, 80, 20, 30, 40]) {
    const ticketId = aThread(messages);
    for (const person of people) {
      if (!maySeeTicket(person, ticketRow(db, ticketId)!)) {
        expect(() => newestThread(db, person, ticketId)).toThrow("ERR_NO_PERMISSION");
        continue;
      }
      const plain = listMessages(db, ticketId, { pageNumber: 1 });
      const earlier = plain.hasMore ? null : ticketBefore(db, person, ticketId);
      const { asOf } = plain.messages.at(-1) ?? {};
      const page = newestThread(db, person, ticketId).read();
      for (const move of page.moves) expect(shownMove(db, move.id)).toEqual(move);
      expect(page.messages.every((message) => message.asOf > asOf!)).toBe(true);
      expect(withoutTime({ ...page })).toEqual(withoutTime({ ...plain, earlier }));
    }
  }
  expect(() => newestThread(db, ANA, 999_999)).toThrow("ERR_NO_TICKET_FOUND");
});

function withoutTime(page: ThreadPage) {
  return { ...page, messages: page.messages.map((message) => ({ ...message, asOf: 0 })) };
}

test("a moment that no calendar has is the first of 1970 to both", () => {
  expect(MOMENTS.map(momentOf)).toEqual([
    "1970-01-01T00:00:00.000Z",
    "1970-01-01T00:00:00.000Z",
    "0000-01-01T00:00:00.000Z",
    "1969-12-31T23:59:59.999Z",
    "1970-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.999Z",
    "1970-01-01T00:00:00.000Z",
    "1970-01-01T00:00:00.000Z",
  ]);
});
