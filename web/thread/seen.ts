import { getDefaultStore } from "jotai";
import { readsTicket } from "../../src/contract/permissions.ts";
import { type Ticket, tickets } from "../../src/contract/tickets.ts";
import { call } from "../call.ts";
import { meAtom } from "../session.ts";
import { changeOpened, changeThread, keptTicketsAtom, openedAtom, openTicketAtom } from "./opened.ts";
import { noteRead } from "../inbox/desk.ts";
import { markSeen } from "./thread.ts";

const store = getDefaultStore();
let isEndInView = false;
/** The newest message, and the handover, that were reported to the server as seen. */
let reported: string | undefined;

/** The thread says whether its end is on the screen: only then is what comes in seen at once. */
export function noteEndInView(inView: boolean): void {
  isEndInView = inView;
  seeWhatIsInView();
}

export function isWatched(ticketId: number): boolean {
  return isEndInView && document.visibilityState === "visible" && store.get(openTicketAtom)?.id === ticketId;
}

/** Marks the ticket read when its newest message is before somebody's eyes. */
export function seeWhatIsInView(): void {
  const now = store.get(openedAtom);
  if (!now?.ticket || !now.thread || now.thread.hasNewer || !isWatched(now.ticket.id)) return;
  changeThread(now.uuid, markSeen);
  const { unreadMessages, handover } = now.ticket;
  if ((unreadMessages === 0 && !handover) || !isMineToRead(now.ticket)) return;
  noteReadEverywhere(now.ticket.id);
  const newest = `${now.thread.messages.at(-1)?.id} ${handover?.at}`;
  if (newest === reported) return;
  reported = newest;
  // Not answered, it stays unread on the server, and the next message marks both.
  call(tickets.markRead, { id: now.ticket.id }).catch(() => {});
}

/** Who looks in on a colleague's ticket, or on one that waits, leaves it unread. */
function isMineToRead(ticket: Ticket): boolean {
  const me = store.get(meAtom);
  return me !== null && readsTicket(me, ticket);
}

export function noteReadEverywhere(ticketId: number): void {
  noteRead(ticketId);
  for (const { uuid, ticket } of store.get(keptTicketsAtom)) {
    if (ticket?.id === ticketId && ticket.unreadMessages) {
      changeOpened(uuid, { ticket: { ...ticket, unreadMessages: 0 } });
    }
  }
}

export function forgetSeen(): void {
  isEndInView = false;
  reported = undefined;
}

document.addEventListener("visibilitychange", seeWhatIsInView);
