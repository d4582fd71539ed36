import { campaignTable } from "../campaigns/table.ts";
import { connectionTable } from "../connections/table.ts";
import { contactTable } from "../contacts/table.ts";
import { kindOf } from "../contract/channels.ts";
import type { Handover, Ticket } from "../contract/tickets.ts";
import { noteTable } from "../notes/table.ts";
import type { Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import { queueTable } from "../queues/table.ts";
import { tagTable, ticketTagTable } from "../tags/table.ts";
import { moveTable, type TicketRow, ticketTable } from "../tickets/table.ts";
import { userTable } from "../users/table.ts";

/** Every ticket as it is shown, put together from the rows of the tables, and by nothing that SQL does but read them. */
export function plainTickets(db: Read): Map<number, Ticket> {
  const users = named(db.select().from(userTable).all()), queues = named(db.select().from(queueTable).all());
  const contacts = named(db.select().from(contactTable).all());
  const connections = named(db.select().from(connectionTable).all());
  const campaigns = named(db.select().from(campaignTable).all()),
    tagsOf = plainTags(db),
    handoverOf = plainHandovers(db);
  return new Map(
    db.select().from(ticketTable).all().map((ticket) => {
      const { queuedAt: _q, startedAt: _s, closedAt: _c, begunAt: _b, bot: _o, handedAt: _h, ...is } = ticket;
      const { connectionId: whatsappId, campaignId, ...shown } = is;
      const { createdAt: _cc, updatedAt: _cu, ...contact } = contacts.get(ticket.contactId)!;
      const queue = queues.get(ticket.queueId), connection = connections.get(whatsappId);
      return [ticket.id, {
        ...shown,
        whatsappId,
        contact,
        user: nameOf(users.get(ticket.userId)),
        queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null,
        whatsapp: connection ? { id: connection.id, name: connection.name, kind: kindOf(connection) } : null,
        tags: tagsOf(ticket),
        handover: handoverOf(ticket),
        campaign: nameOf(campaigns.get(campaignId)),
        waitingSince: ticket.waitingSince === null ? null : momentOf(ticket.waitingSince),
        unansweredSince: ticket.unansweredSince === null ? null : momentOf(ticket.unansweredSince),
        createdAt: momentOf(ticket.createdAt),
        updatedAt: momentOf(ticket.updatedAt),
      }];
    }),
  );
}

function named<Row extends { id: number }>(rows: Row[]): Map<number | null, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

function nameOf(row: { id: number; name: string } | undefined): { id: number; name: string } | null {
  return row ? { id: row.id, name: row.name } : null;
}

/** The tags of a ticket by their names, whose capital letters count as small ones. */
function plainTags(db: Read): (ticket: TicketRow) => Ticket["tags"] {
  const small = (name: string) => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const tags = db.select().from(tagTable).all().sort((a, b) => small(a.name) < small(b.name) ? -1 : 1);
  const given = Map.groupBy(db.select().from(ticketTagTable).all(), ({ ticketId }) => ticketId);
  return ({ id }) => {
    const has = new Set(given.get(id)?.map(({ tagId }) => tagId));
    return tags.filter((tag) => has.has(tag.id)).map((tag) => ({ id: tag.id, name: tag.name, color: tag.color }));
  };
}

/** The last transfer of the moment at which a ticket was handed over. */
function plainHandovers(db: Read): (ticket: TicketRow) => Handover | null {
  const users = named(db.select().from(userTable).all()), notes = named(db.select().from(noteTable).all());
  const moves = Map.groupBy(db.select().from(moveTable).all(), ({ ticketId }) => ticketId);
  return ({ id, handedAt }) => {
    const all = moves.get(id)?.filter(({ action, at }) => action === "transfer" && at === handedAt) ?? [];
    const move = all.toSorted((a, b) => b.id - a.id)[0];
    if (handedAt === null || !move) return null;
    return { by: nameOf(users.get(move.userId)), note: notes.get(move.noteId)?.note ?? null, at: momentOf(move.at) };
  };
}
