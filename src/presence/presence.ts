import { kindById } from "../connections/connections.ts";
import { addressOf } from "../contacts/contacts.ts";
import { Refusal } from "../contract/errors.ts";
import type { ClientFrame, Viewer } from "../contract/events.ts";
import { maySeeTicket, readsTicket } from "../contract/permissions.ts";
import type { Company } from "../platform/company.ts";
import type { Session } from "../platform/session.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { ticketRow } from "../tickets/rows.ts";
import { viewersOf } from "../tickets/show.ts";
import type { TicketRow } from "../tickets/table.ts";

/** Who has not said for this long (ms) that they still type has stopped. */
const TYPING_LASTS = 10_000;
/** A connection is shown as offline this long (ms) after the last of its tickets was left. */
const OFFLINE_AFTER = 30_000;

/** What one open screen has before it. */
interface Looking {
  session: Session;
  ticketId: number;
  connectionId: number | null;
  /** How the network is told whom the typing is for; null when it has not said yet. */
  jid: string | null;
  /** Whether this is who serves the ticket: only for them the company is online. */
  attends: boolean;
  /** Ends the typing; undefined while nobody types. */
  typing: ReturnType<typeof setTimeout> | undefined;
}

/** Who views which ticket and who types, as open screens report it: shown to colleagues, and typing to the customer. */
export class Presence {
  readonly #screens = new Map<object, Looking>();

  constructor(readonly supervisor: Supervisor) {}

  /** `screen` is the same object as long as that screen is open. */
  said(session: Session, frame: ClientFrame, screen: object): void {
    if (frame.say === "joinChatBox") this.#look(session, frame.ticketId, screen);
    if (frame.say === "leaveChatBox" && this.#screens.get(screen)?.ticketId === frame.ticketId) this.left(screen);
    if (frame.say === "typing") this.#type(screen, frame);
  }

  left(screen: object): void {
    const was = this.#screens.get(screen);
    if (!was) return;
    if (was.typing) this.#stopTyping(was);
    this.#screens.delete(screen);
    this.#emit(was);
    if (was.attends) this.#goOfflineSoon(was);
  }

  #look(session: Session, ticketId: number, screen: object): void {
    const { company, person } = session;
    const had = this.#screens.get(screen);
    const ticket = Number.isInteger(ticketId) ? ticketRow(company.read, ticketId) : undefined;
    if (had && had.ticketId === ticketId) {
      // Said again, somebody else may serve it than before.
      if (ticket) this.#attend(had, ticket);
      return this.#emit(had);
    }
    this.left(screen);
    if (!ticket || !maySeeTicket(person, ticket)) return;
    const { connectionId } = ticket;
    const jid = connectionId === null ? null : jidOf(company, ticket);
    const looking: Looking = { session, ticketId, connectionId, jid, attends: false, typing: undefined };
    this.#screens.set(screen, looking);
    this.#emit(looking);
    this.#attend(looking, ticket);
  }

  /** To the customer the company is there when their attendant looks; who else does is not their business. */
  #attend(looking: Looking, ticket: TicketRow): void {
    const { session: { company, person }, connectionId, jid, attends: did } = looking;
    looking.attends = readsTicket(person, ticket);
    if (looking.attends && jid && connectionId) this.supervisor.find(company, connectionId)?.attend(jid);
    if (did && !looking.attends) this.#goOfflineSoon(looking);
  }

  #type(screen: object, { ticketId, typing }: { ticketId: number; typing: boolean }): void {
    const looking = this.#screens.get(screen);
    if (!looking || looking.ticketId !== ticketId) return;
    if (!typing) return this.#stopTyping(looking);
    const ticket = ticketRow(looking.session.company.read, ticketId);
    // It may have been closed, or given to others, since it was opened.
    if (ticket?.status !== "open" || !maySeeTicket(looking.session.person, ticket)) return;
    const isNews = looking.typing === undefined;
    clearTimeout(looking.typing);
    looking.typing = setTimeout(() => this.#stopTyping(looking), TYPING_LASTS);
    if (isNews) this.#emit(looking);
    this.#showCustomer(looking, true);
  }

  #stopTyping(looking: Looking): void {
    if (looking.typing === undefined) return;
    clearTimeout(looking.typing);
    looking.typing = undefined;
    this.#emit(looking);
    this.#showCustomer(looking, false);
  }

  /** Lets those who may see the ticket know who else has it before them. */
  #emit({ session: { company }, ticketId }: Looking): void {
    const ticket = ticketRow(company.read, ticketId);
    if (ticket) {
      company.hub.pass("presence", { ticketId, people: this.#peopleAt(company, ticketId) }, viewersOf(ticket));
    }
  }

  /** Each person once, however many screens they have. */
  #peopleAt(company: Company, ticketId: number): Viewer[] {
    const people = new Map<number, Viewer>();
    for (const { session, ticketId: at, typing } of this.#screens.values()) {
      if (session.company !== company || at !== ticketId) continue;
      const { id, name } = session.person;
      people.set(id, { id, name, typing: typing !== undefined || (people.get(id)?.typing ?? false) });
    }
    return [...people.values()];
  }

  #showCustomer({ session: { company }, connectionId, jid }: Looking, typing: boolean): void {
    if (connectionId && jid) this.supervisor.find(company, connectionId)?.showTyping(jid, typing);
  }

  #goOfflineSoon(was: Looking): void {
    const clock = setTimeout(() => this.#goOffline(was), OFFLINE_AFTER);
    Deno.unrefTimer(clock as unknown as number);
  }

  #goOffline({ session: { company }, connectionId }: Looking): void {
    const stillThere = [...this.#screens.values()].some((one) =>
      one.attends && one.session.company === company && one.connectionId === connectionId
    );
    if (!stillThere && connectionId) this.supervisor.find(company, connectionId)?.attend(null);
  }
}

/** Nothing for somebody whom the ticket's channel does not reach, or not yet. */
function jidOf({ read }: Company, { contactId, connectionId }: TicketRow): string | null {
  const at = connectionId === null ? undefined : kindById(read, connectionId);
  if (!at) return null;
  try {
    return addressOf(read, contactId, { at }).jid;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
