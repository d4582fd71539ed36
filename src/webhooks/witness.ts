import { asc, eq, gt, max } from "drizzle-orm";
import { contactOf } from "../contacts/contacts.ts";
import { contactTable } from "../contacts/table.ts";
import type { Events } from "../contract/events.ts";
import type { WebhookEvent } from "../contract/webhooks.ts";
import { type Company, type Emit, type Read, type Witness, type Write } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import { movesSince, shownTicket } from "../tickets/show.ts";
import { moveTable } from "../tickets/table.ts";
import { type PutEvent, putEvent } from "./put_event.ts";
import { webhookTable } from "./table.ts";

type Told = PutEvent & { event: WebhookEvent };

interface Listening {
  /** Which webhooks are told of an event. */
  byEvent: Map<WebhookEvent, number[]>;
  /** The newest rows that were there before: what is above is new. */
  newestMove: number;
  newestContact: number;
  /** The last status of each connection that was told. */
  statuses: Map<number, string>;
}

/** Companies of which it is known who listens; for the others it is read with the next thing that happens. */
const listening = new WeakMap<Company, Listening>();

/** To be called when a webhook was added, changed or removed. */
export function forgetListeners(company: Company): void {
  listening.delete(company);
}

/**
 * Stores what happens in a company for its webhooks, in the transaction in which it happens: what is committed is told, also
 * after a crash, and what was rolled back is not. A fault here spoils no message.
 */
export const tellWebhooks: Witness = (company, db, emitted) => {
  try {
    let known = listening.get(company);
    if (!known) listening.set(company, known = listenersOf(company));
    const present = known;
    // Most companies have none, and pay no more for it than this.
    if (present.byEvent.size > 0) company.write(() => tell(company, db, emitted, present));
  } catch (error) {
    log.error("What happened could not be stored for webhooks", { company: company.id, error });
  }
};

function tell(company: Company, db: Write, emitted: readonly Parameters<Emit>[], known: Listening): void {
  const moves = fromMoves(db, known), contacts = fromContacts(db, known);
  // Numbers that a rollback takes back are given out again.
  company.afterwards(() => Object.assign(known, { newestMove: moves.newest, newestContact: contacts.newest }));
  const told = [...contacts.told, ...moves.told, ...emitted.flatMap((each) => fromEvent(known, each))];
  const now = Date.now();
  let isAny = false;
  for (const { event, chat, data } of told) {
    const webhooks = known.byEvent.get(event);
    if (!webhooks) continue;
    putEvent(db, { event, chat, data }, webhooks, now);
    isAny = true;
  }
  if (isAny) company.afterwards(() => company.signals.emit("webhooks", {}));
}

/** Who listens, and what was there before the writing that is under way: the reader does not see that yet. */
function listenersOf({ read }: Company): Listening {
  const byEvent = new Map<WebhookEvent, number[]>();
  for (const { id, events } of read.select().from(webhookTable).where(eq(webhookTable.isActive, true)).all()) {
    for (const event of events) byEvent.set(event, [...byEvent.get(event) ?? [], id]);
  }
  const [move] = byEvent.size === 0 ? [] : read.select({ id: max(moveTable.id) }).from(moveTable).all();
  const [contact] = byEvent.size === 0 ? [] : read.select({ id: max(contactTable.id) }).from(contactTable).all();
  return { byEvent, newestMove: move?.id ?? 0, newestContact: contact?.id ?? 0, statuses: new Map() };
}

const OF_MOVES: WebhookEvent[] = ["ticket.created", "ticket.updated", "ticket.closed"];

/** Every move stands in the history, whoever made it; that a ticket begins is one, too. */
function fromMoves(db: Read, { byEvent, newestMove }: Listening): { told: Told[]; newest: number } {
  if (!OF_MOVES.some((each) => byEvent.has(each))) return { told: [], newest: newestMove };
  const made = movesSince(db, newestMove);
  const told = made.map(({ ticketId, move }): Told => {
    const ticket = shownTicket(db, ticketId), begins = move.action === "create";
    const event = begins ? "ticket.created" : ticket.status === "closed" ? "ticket.closed" : "ticket.updated";
    return { event, chat: `contact ${ticket.contactId}`, data: { ticket, move } };
  });
  return { told, newest: made.at(-1)?.move.id ?? newestMove };
}

function fromContacts(db: Read, { byEvent, newestContact }: Listening): { told: Told[]; newest: number } {
  if (!byEvent.has("contact.created")) return { told: [], newest: newestContact };
  const rows = db.select().from(contactTable).where(gt(contactTable.id, newestContact)).orderBy(asc(contactTable.id))
    .all();
  const told = rows.map((row): Told => ({
    event: "contact.created",
    chat: `contact ${row.id}`,
    data: { contact: contactOf(row) },
  }));
  return { told, newest: rows.at(-1)?.id ?? newestContact };
}

function fromEvent(known: Listening, [name, payload]: Parameters<Emit>): Told[] {
  switch (name) {
    case "appMessage":
      return fromMessage(payload as never);
    case "ticket": {
      const gone = payload as { action: string; ticketId: number; contactId?: number };
      return gone.action === "delete"
        ? [{ event: "ticket.deleted", chat: `contact ${gone.contactId}`, data: { ticketId: gone.ticketId } }]
        : [];
    }
    case "contact":
      return fromContact(payload as never);
    case "whatsapp":
    case "whatsappSession":
      return fromConnection(known, payload as never);
    case "optOut": {
      const { action, record } = payload as { action: string; record?: unknown };
      return action === "create" ? [{ event: "opt_out.created", chat: "opt_outs", data: { optOut: record } }] : [];
    }
    default:
      return [];
  }
}

function fromMessage(said: Events["appMessage"]): Told[] {
  const { message } = said, chat = `contact ${message.contactId}`;
  // What it read of the database, and when, is nobody's business outside.
  const { asOf: _, ...data } = message;
  if (said.action === "update") return [{ event: "message.updated", chat, data: { message: data } }];
  if (said.history) return [];
  const event = message.fromMe ? "message.sent" as const : "message.received" as const;
  return [{ event, chat, data: { message: data, ticket: said.ticket } }];
}

function fromContact(said: Events["contact"]): Told[] {
  if (said.action === "delete") {
    return [{ event: "contact.deleted", chat: `contact ${said.id}`, data: { contactId: said.id } }];
  }
  if (said.action === "create") return [];
  return [{ event: "contact.updated", chat: `contact ${said.record.id}`, data: { contact: said.record } }];
}

/** Each new status once; never the code with which anybody could link a phone. */
function fromConnection(known: Listening, said: Events["whatsapp"] | Events["whatsappSession"]): Told[] {
  const connection = "session" in said ? said.session : "record" in said ? said.record : undefined;
  if (!connection || known.statuses.get(connection.id) === `${connection.status} ${connection.situation}`) return [];
  known.statuses.set(connection.id, `${connection.status} ${connection.situation}`);
  const { qrcode: _, qr: _qr, ...data } = connection;
  return [{ event: "connection.updated", chat: `connection ${connection.id}`, data: { connection: data } }];
}
