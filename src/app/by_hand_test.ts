import { asc, desc } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CONTACT_PAGE, contactsInOrder, foundByName, hasIdOf } from "../contacts/contacts.ts";
import { contactSearch } from "../contacts/find.ts";
import { contactTable } from "../contacts/table.ts";
import { maySeeTicket, type Person } from "../contract/permissions.ts";
import { recordMessage } from "../messages/record.ts";
import { searchTickets } from "../messages/search.ts";
import { messageTable } from "../messages/table.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { chanceFrom } from "../testing/fuzz.ts";
import { hasWords } from "../testing/plain_lists.ts";
import { listTickets, TICKET_PAGE } from "../tickets/list.ts";
import { ticketTable } from "../tickets/table.ts";

/** What is written by hand for speed, beside the plain way to the same answer, on data that chance has made. */
let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

const WORDS = [
  "bolo",
  "Bolos",
  "bola",
  "Ângela",
  "angelo",
  "pão",
  "PAO",
  "torta",
  "tortas",
  "zé",
  "ZÉLIA",
  "42",
  "4299",
];
const ASKED = ["bolo", "bo", "ângel", "pao", "torta b", "ze", "42", "nada disso"];
const PEOPLE: Person[] = [
  { id: 1, profile: "admin", super: false, queueIds: [] },
  { id: 2, profile: "user", super: false, queueIds: [1, 2] },
  { id: 3, profile: "user", super: false, queueIds: [] },
];

beforeAll(() => {
  const { below, one: some } = chanceFrom(20);
  const text = (most: number) => Array.from({ length: 1 + below(most) }, () => some(WORDS)).join(" ");
  balcao.aurora.write((db) => {
    for (let nth = 0; nth < 260; nth++) {
      const status = some(["open", "pending", "closed"] as const), at = 1_000_000 + below(90);
      const userId = status === "pending" ? null : some([1, 2, 3]);
      const is = {
        status,
        userId,
        queueId: some([null, 1, 2, 3]),
        isGroup: below(9) === 0,
        createdAt: at,
        updatedAt: at,
      };
      const ticket = aTicket(db, { name: `${text(3)} ${nth}`, ...is });
      for (let line = below(4); line > 0; line--) {
        recordMessage(db, {
          ...{ ticketId: ticket.id, contactId: ticket.contactId, connectionId: 1, chat: "x", wid: `R${nth}-${line}` },
          ...{ fromMe: below(2) === 0, body: text(6), kind: "text", createdAt: at },
        });
      }
    }
  });
});

test.each(ASKED)("contacts with %j, by name", (words) => {
  const search = contactSearch(words)!, db = balcao.aurora.read;
  for (const order of ["asc", "desc"] as const) {
    for (const offset of [0, CONTACT_PAGE, 200]) {
      const plain = contactsInOrder(db, { found: hasIdOf(search), order }).limit(CONTACT_PAGE + 1).offset(offset).all();
      expect(foundByName(db, search, order, offset)).toEqual(plain);
    }
  }
});

/** All tickets with a word in their contact's name or in a message, latest change first. */
function ticketsWith(words: string, which: (ticket: typeof ticketTable.$inferSelect) => boolean): number[] {
  const db = balcao.aurora.read;
  const named = new Set(
    db.select().from(contactTable).all().filter(({ name }) => hasWords(name, words)).map(({ id }) => id),
  );
  const said = db.select().from(messageTable).all().filter(({ body }) => hasWords(body, words));
  const spoken = new Set(said.map(({ ticketId }) => ticketId));
  return db.select().from(ticketTable).orderBy(desc(ticketTable.updatedAt), asc(ticketTable.id)).all()
    .filter((ticket) => (named.has(ticket.contactId) || spoken.has(ticket.id)) && which(ticket)).map(({ id }) => id);
}

test.each([...ASKED, ""])("tickets with %j, page by page, with how many there are", (words) => {
  for (const person of PEOPLE) {
    for (const status of ["open", "closed"] as const) {
      const mine = ({ userId }: { userId: number | null }) => userId === null || userId === person.id;
      const plain = ticketsWith(words, (one) => one.status === status && maySeeTicket(person, one) && mine(one));
      for (let pageNumber = 1; pageNumber <= 3; pageNumber++) {
        const asked = { searchParam: words, pageNumber, status, showAll: false, withUnreadMessages: false };
        const page = listTickets(balcao.aurora.read, person, asked as never, () => "UTC");
        const { tickets, hasMore, count } = page.read();
        const from = (pageNumber - 1) * TICKET_PAGE;
        expect({ ids: tickets.map(({ id }) => id), hasMore, count }).toEqual({
          ids: plain.slice(from, from + TICKET_PAGE),
          hasMore: plain.length > from + TICKET_PAGE,
          count: Math.min(plain.length, 100),
        });
      }
    }
  }
});

test.each(ASKED)("a search for %j finds all contacts first, and then every message, newest first", (words) => {
  const db = balcao.aurora.read;
  for (const person of PEOPLE) {
    const tickets = new Map(db.select().from(ticketTable).all().map((one) => [one.id, one]));
    const messages = db.select().from(messageTable).orderBy(desc(messageTable.id)).all()
      .filter(({ body, ticketId }) => hasWords(body, words) && maySeeTicket(person, tickets.get(ticketId)!));
    const hits: { messageId: number | null }[] = [];
    for (let pageNumber = 1, hasMore = true; hasMore; pageNumber++) {
      const page = searchTickets(db, person, { searchParam: words, pageNumber });
      hits.push(...page.hits);
      hasMore = page.hasMore;
    }
    expect(hits.flatMap(({ messageId }) => messageId ?? [])).toEqual(messages.map(({ id }) => id));
    const firstSaid = hits.findIndex(({ messageId }) => messageId !== null);
    expect(hits.slice(0, firstSaid === -1 ? hits.length : firstSaid).every(({ messageId }) => messageId === null)).toBe(
      true,
    );
  }
});
