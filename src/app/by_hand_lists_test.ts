import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../contract/permissions.ts";
import { recordMessage } from "../messages/record.ts";
import type { Write } from "../platform/company.ts";
import { tagTable, ticketTagTable } from "../tags/table.ts";
import { aBalcao, aContact, aTicket } from "../testing/fixtures.ts";
import { chanceFrom } from "../testing/fuzz.ts";
import { type PlainList, plainLists } from "../testing/plain_lists.ts";
import { type ListQuery, listTickets, TICKET_PAGE } from "../tickets/list.ts";

/** The lists of tickets, whose queries are written by hand, beside filtering and sorting all rows, as chance asks for them. */
let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

const ZONE = "America/Sao_Paulo", QUARTER = 15 * 60_000, BEGINNING = Date.parse("2026-03-01T00:00:00Z");
const DAYS = ["2026-03-02", "2026-03-03", "2026-03-04"], TAGS = [91, 92, 93];
/** The first is what more contacts are called than the list of a frequent word asks for, the others are rare. */
const WORDS = ["padoca", "torta", "bolo"];
const PEOPLE: Person[] = [
  { id: 1, profile: "admin", super: false, queueIds: [] },
  { id: 2, profile: "user", super: false, queueIds: [1, 2] },
  { id: 3, profile: "user", super: true, queueIds: [3] },
  { id: 3, profile: "user", super: false, queueIds: [] },
];
const { below, one, once } = chanceFrom(31);

function perhaps<T>(inSoMany: number, value: () => T): T | undefined {
  return once(inSoMany) ? value() : undefined;
}

/** Of so few that many tickets share one. */
function aMoment(): number {
  return BEGINNING + below(6 * 96) * QUARTER;
}

function some(ids: number[]): number[] {
  return Array.from({ length: below(3) }, () => one(ids));
}

beforeAll(() => balcao.aurora.write(someTickets));

function someTickets(db: Write): void {
  const contactIds = Array.from({ length: 2000 }, (_, nth) => {
    const words = [once(5) ? "Cliente" : "Padoca", one(["Torta", "Bolos", "Ana", "Zé", "Rua"]), nth];
    return aContact(db, { name: words.join(" ") }).id;
  });
  for (const id of TAGS) db.insert(tagTable).values({ id, name: `Marca ${id}`, color: "#fff" }).run();
  for (let nth = 0; nth < 4000; nth++) {
    const ticket = aTicket(db, {
      // On no connection, one customer may have several in progress.
      ...{ contactId: one(contactIds), connectionId: null },
      status: one(["closed", "closed", "closed", "closed", "open", "pending"]),
      userId: perhaps(2, () => one([1, 2, 3])) ?? null,
      queueId: once(6) ? null : one([1, 2, 3]),
      isGroup: once(6),
      unreadMessages: once(4) ? below(3) : 0,
      waitingSince: perhaps(3, aMoment) ?? null,
      unansweredSince: perhaps(3, aMoment) ?? null,
      handedAt: perhaps(6, aMoment) ?? null,
      createdAt: aMoment(),
      updatedAt: aMoment(),
    });
    for (const tagId of TAGS) if (once(3)) db.insert(ticketTagTable).values({ ticketId: ticket.id, tagId }).run();
    if (!once(10)) continue;
    recordMessage(db, {
      ...{ ticketId: ticket.id, contactId: ticket.contactId, connectionId: 1, chat: "x", wid: `L${nth}`, kind: "text" },
      ...{ fromMe: once(2), body: `${one(WORDS)} ${one(WORDS)}`, createdAt: aMoment() },
    });
  }
}

/** What a screen may ask for, most of it left out most of the time. */
function aQuery(): ListQuery {
  return {
    pageNumber: one([1, 1, 1, 2, 3, 9]),
    searchParam: once(4) ? one(WORDS) : "",
    status: once(3) ? undefined : one(["open", "pending", "closed"]),
    isGroup: perhaps(5, () => once(2)),
    showAll: once(2),
    queueIds: perhaps(3, () => some([1, 2, 3, 99])),
    users: perhaps(4, () => some([1, 2, 3, 99])),
    tags: perhaps(4, () => some(TAGS)),
    withUnreadMessages: once(5),
    order: one([undefined, "change", "wait"]),
    date: perhaps(10, () => one(DAYS)),
    updatedAt: perhaps(10, () => one(DAYS)),
  };
}

/** Asks both, and answers all that there is. */
function compare(plainly: PlainList, person: Person, query: ListQuery) {
  const { tickets, hasMore, count } = listTickets(balcao.aurora.read, person, query, () => ZONE).read();
  const plain = plainly(person, query), from = (query.pageNumber - 1) * TICKET_PAGE;
  expect({ ids: tickets.map(({ id }) => id), hasMore, count }, JSON.stringify({ person, query })).toEqual({
    ids: plain.slice(from, from + TICKET_PAGE).map(({ id }) => id),
    hasMore: plain.length > from + TICKET_PAGE,
    count: Math.min(plain.length, 100),
  });
  return plain;
}

test("whatever is asked of the lists, they answer what filtering and sorting all tickets does", () => {
  const plainly = plainLists(balcao.aurora.read, ZONE);
  let full = 0;
  for (let nth = 0; nth < 800; nth++) if (compare(plainly, one(PEOPLE), aQuery()).length > 0) full++;
  // Where nothing is found, little is compared.
  expect(full).toBeGreaterThan(500);
});

/** As many of the newest of a status are looked at for a frequent word, and so many must have it for a first page. */
const NEWEST = 2500, ENOUGH = 100;

test("the newest of a frequent word are the first of all that are found, where they are enough and where they are not", () => {
  const plainly = plainLists(balcao.aurora.read, ZONE), reached = { enough: 0, tooFew: 0 };
  for (let nth = 0; nth < 250; nth++) {
    const person = one(PEOPLE), status = one(["closed", "closed", "open"] as const);
    const query: ListQuery = {
      ...aQuery(),
      searchParam: one(["padoca", "pad"]),
      pageNumber: one([1, 1, 1, 2]),
      status,
    };
    if (query.order === "wait") delete query.order;
    const found = new Set(compare(plainly, person, query));
    const all = plainly(PEOPLE[0]!, {
      status,
      pageNumber: 1,
      searchParam: "",
      showAll: true,
      withUnreadMessages: false,
    });
    const near = all.slice(0, NEWEST).filter((ticket) => found.has(ticket)).length;
    if (query.pageNumber === 1) reached[near >= ENOUGH ? "enough" : "tooFew"]++;
  }
  expect(reached.enough).toBeGreaterThan(50);
  expect(reached.tooFew).toBeGreaterThan(50);
});
