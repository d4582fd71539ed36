import { onOtherPerson } from "../person.ts";
import { sayAttention } from "../push/attention.ts";
import { closeNeedless, heedWorker } from "../push/closing.ts";
import { renewDevice } from "../push/renew.ts";
import { abilityNow } from "../push/subscription.ts";
import { closeNotification } from "./notify.ts";

/** What goes on in every tab as long as it is open. It comes when the page has had time for what is more urgent. */
sayAttention();
if (abilityNow() === "able") {
  closeNeedless();
  heedWorker(closeShownHere);
}
renew();
onOtherPerson(renew);

function renew(): void {
  // The next start tries it again, and the settings say how it is.
  void renewDevice().catch(() => {});
}

/** The desktop notification of this tab itself. */
function closeShownHere(tag: string): void {
  const [, ticketId] = /^ticket-(\d+)$/.exec(tag) ?? [];
  if (ticketId) closeNotification(Number(ticketId));
}
