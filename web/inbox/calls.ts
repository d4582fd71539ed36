import { plural, t } from "@lingui/core/macro";
import type { Handover, Ticket } from "../../src/contract/tickets.ts";

interface Reader {
  id: number;
  queues: readonly { id: number }[];
}

/** Whether a ticket was handed over to this person, or to a queue of theirs, and waits to be opened; not for who did it. */
export function isHandedTo(me: Reader, { handover, userId, queueId }: Ticket): boolean {
  if (!handover || handover.by?.id === me.id) return false;
  return userId === null ? me.queues.some(({ id }) => id === queueId) : userId === me.id;
}

/** What calls a person: messages that nobody has read, and tickets without any that were handed over. */
export interface Calls {
  messages: number;
  handovers: number;
  count: number;
}

export const NO_CALLS: Calls = { messages: 0, handovers: 0, count: 0 };

/** How a ticket calls this person; a colleague's ticket does not. */
export function callsOf(me: Reader, ticket: Ticket): Calls {
  if (ticket.userId !== null && ticket.userId !== me.id) return NO_CALLS;
  const messages = ticket.unreadMessages;
  const handovers = messages === 0 && isHandedTo(me, ticket) ? 1 : 0;
  return { messages, handovers, count: messages + handovers };
}

export function sumOfCalls(me: Reader, tickets: readonly Ticket[]): Calls {
  return tickets.map((ticket) => callsOf(me, ticket)).reduce((sum, one) => ({
    messages: sum.messages + one.messages,
    handovers: sum.handovers + one.handovers,
    count: sum.count + one.count,
  }), NO_CALLS);
}

/** In words, beginning with the number that is drawn: what is read aloud must have what is seen. */
export function callsText({ messages: unread, handovers, count }: Calls): string {
  const shown = capped(unread);
  const said = unread > 99
    ? t`${shown} mensagens não lidas`
    : plural(unread, { one: "# mensagem não lida", other: "# mensagens não lidas" });
  if (handovers === 0) return said;
  const handed = plural(handovers, { one: "# atendimento transferido", other: "# atendimentos transferidos" });
  return unread === 0 ? handed : `${capped(count)}: ${said}, ${handed}`;
}

function capped(number: number): string {
  return number > 99 ? "99+" : String(number);
}

/** Who handed a ticket over, by the first name, and what for. */
export function handedText({ by, note }: Handover): string {
  const who = by?.name.split(" ")[0];
  if (!who) return note ? t`Transferido: ${note}` : t`Transferido`;
  return note ? t`${who} transferiu: ${note}` : t`Transferido por ${who}`;
}
