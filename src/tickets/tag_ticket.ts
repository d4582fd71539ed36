import { eq, inArray } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import type { Ticket } from "../contract/tickets.ts";
import type { Emit, Write } from "../platform/company.ts";
import { tagTable, ticketTagTable } from "../tags/table.ts";
import { emitTags, tagIdsOf } from "../tags/tags.ts";
import { shownTicket, ticketFor, viewersOf } from "./show.ts";

/** Tags to be put on and to be taken off; the others stay. */
export interface Tagging {
  add: readonly number[];
  remove: readonly number[];
}

interface Tagged {
  ticket: Ticket;
  /** What was put on that it did not have, and taken off that it had. */
  add: number[];
  remove: number[];
}

/** Puts tags on a ticket and takes others off; nobody hears of it where nothing changes. */
export function changeTags(
  db: Write,
  emit: Emit,
  person: Person,
  ticketId: number,
  { add, remove }: Tagging,
): Tagged {
  const ticket = ticketFor(db, person, { id: ticketId }), had = tagIdsOf(db, ticketId);
  const wanted = [...new Set([...had, ...add])].filter((id) => !remove.includes(id));
  const change = {
    add: wanted.filter((id) => !had.includes(id)),
    remove: had.filter((id) => !wanted.includes(id)),
  };
  const isSame = change.add.length === 0 && change.remove.length === 0;
  return { ...change, ticket: isSame ? ticket : tagTicket(db, emit, person, ticketId, wanted) };
}

/** Gives a ticket exactly these tags (spec 1 §7, POST /tags/sync). */
export function tagTicket(db: Write, emit: Emit, person: Person, ticketId: number, tagIds: number[]): Ticket {
  ticketFor(db, person, { id: ticketId });
  const wanted = [...new Set(tagIds)], had = tagIdsOf(db, ticketId);
  const known = db.select({ id: tagTable.id }).from(tagTable).where(inArray(tagTable.id, wanted)).all();
  if (known.length < wanted.length) refuse("ERR_NO_TAG_FOUND");
  db.delete(ticketTagTable).where(eq(ticketTagTable.ticketId, ticketId)).run();
  for (const tagId of wanted) db.insert(ticketTagTable).values({ ticketId, tagId }).run();
  const ticket = shownTicket(db, ticketId);
  emit("ticket", { action: "update", ticket }, viewersOf(ticket));
  emitTags(db, emit, [...had, ...wanted].filter((id) => had.includes(id) !== wanted.includes(id)));
  return ticket;
}
