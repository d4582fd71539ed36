import { eq, inArray } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import type { Ticket } from "../contract/tickets.ts";
import type { Emit, Write } from "../platform/company.ts";
import { tagTable, ticketTagTable } from "../tags/table.ts";
import { emitTags, tagIdsOf } from "../tags/tags.ts";
import { shownTicket, ticketFor, viewersOf } from "./show.ts";

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
