import { msg } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import { navigate } from "wouter/use-browser-location";
import { tickets } from "../../../src/contract/tickets.ts";
import { call } from "../../call.ts";
import { openTicketAtom } from "../../thread/opened.ts";
import { showError } from "../../ui/showError.ts";
import { toast } from "../../ui/toast.ts";

/** ms */
const STAYS = 15_000;

/** Says that something was not sent to a ticket that is not before the person's eyes, and leads there. */
export function tellUnsent(ticketId: number): void {
  if (isBefore(ticketId)) return;
  const lead = () => {
    call(tickets.show, { id: ticketId }).then(({ uuid }) => navigate(`/tickets/${uuid}`), showError);
  };
  // What is written elsewhere than to a ticket has no place of its own to lead to.
  const more = ticketId > 0 ? { stay: STAYS, action: { label: msg`Ver`, act: lead } } : { stay: STAYS };
  toast.error(msg`Uma mensagem não foi enviada.`, more);
}

function isBefore(ticketId: number): boolean {
  const open = getDefaultStore().get(openTicketAtom);
  return open?.id === ticketId && location.pathname.endsWith(open.uuid) && document.visibilityState === "visible";
}
