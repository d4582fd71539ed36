import { contactTable } from "../contacts/table.ts";
import { maySeeTicket, type Person } from "../contract/permissions.ts";
import { messageTable } from "../messages/table.ts";
import type { Read } from "../platform/company.ts";
import { folded } from "../platform/full_text.ts";
import { dayIn } from "../shared/clock.ts";
import { ticketTagTable } from "../tags/table.ts";
import type { ListQuery } from "../tickets/list.ts";
import { type TicketRow, ticketTable } from "../tickets/table.ts";

/** Whether each word of the search begins one of the text. */
export function hasWords(text: string, search: string): boolean {
  const words = text.split(/\s+/).map(folded);
  return search.split(" ").map(folded).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

/** Which of all tickets a list has, in its order: read whole, and filtered and sorted in plain JavaScript. */
export type PlainList = (person: Person, query: ListQuery) => TicketRow[];

/** The plain lists of a company's tickets, as they are now. */
export function plainLists(db: Read, timeZone: string): PlainList {
  const tickets = db.select().from(ticketTable).all(), isFoundBy = plainSearch(db);
  const given = Map.groupBy(db.select().from(ticketTagTable).all(), ({ ticketId }) => ticketId);
  const hasTag = (id: number, tag: number) => (given.get(id) ?? []).some(({ tagId }) => tagId === tag);
  return (person, query) => {
    const isFound = isFoundBy(query.searchParam ?? "");
    const isWanted = (ticket: TicketRow) =>
      maySeeTicket(person, ticket) &&
      ((query.showAll && person.profile === "admin") || ticket.userId === null || ticket.userId === person.id) &&
      (query.status === undefined || ticket.status === query.status) &&
      (query.isGroup === undefined || ticket.isGroup === query.isGroup) &&
      isAmong(query.queueIds, ticket.queueId) &&
      isAmong(query.users, ticket.userId) &&
      (query.tags ?? []).every((tag) => hasTag(ticket.id, tag)) &&
      (!query.withUnreadMessages || ticket.unreadMessages > 0 || ticket.handedAt !== null) &&
      (query.order !== "wait" || ticket.status !== "closed") &&
      (query.date === undefined || dayIn(timeZone, ticket.createdAt) === query.date) &&
      (query.updatedAt === undefined || dayIn(timeZone, ticket.updatedAt) === query.updatedAt) &&
      isFound(ticket);
    return tickets.filter(isWanted).sort(query.order === "wait" ? byWait : byChange);
  };
}

/** Nothing asked for is everything. */
function isAmong(ids: number[] | undefined, id: number | null): boolean {
  return !ids?.length || (id !== null && ids.includes(id));
}

/** Whether a ticket has the words in its contact's name or in one of its messages. */
function plainSearch(db: Read): (words: string) => (ticket: TicketRow) => boolean {
  const contacts = db.select().from(contactTable).all(), messages = db.select().from(messageTable).all();
  const known = new Map<string, { named: Set<number>; spoken: Set<number> }>();
  return (words) => {
    if (!words) return () => true;
    let found = known.get(words);
    if (!found) {
      const named = new Set(contacts.filter(({ name }) => hasWords(name, words)).map(({ id }) => id));
      const said = messages.filter(({ body }) => hasWords(body, words));
      known.set(words, found = { named, spoken: new Set(said.map(({ ticketId }) => ticketId)) });
    }
    const { named, spoken } = found;
    return (ticket) => named.has(ticket.contactId) || spoken.has(ticket.id);
  };
}

function byChange(a: TicketRow, b: TicketRow): number {
  return b.updatedAt - a.updatedAt || a.id - b.id;
}

/** What was handed over, the latest first; then who waits, the longest first; then who was answered, latest change first. */
function byWait(a: TicketRow, b: TicketRow): number {
  const [one, other] = [a, b].map(waits) as [Wait, Wait];
  if (one.group !== other.group) return one.group - other.group;
  return (one.group === 1 ? one.at - other.at : other.at - one.at) || a.id - b.id;
}

interface Wait {
  group: 0 | 1 | 2;
  at: number;
}

function waits({ handedAt, waitingSince, unansweredSince, updatedAt }: TicketRow): Wait {
  if (handedAt !== null) return { group: 0, at: handedAt };
  const since = waitingSince ?? unansweredSince;
  return since === null ? { group: 2, at: updatedAt } : { group: 1, at: since };
}
