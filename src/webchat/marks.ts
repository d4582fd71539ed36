import type { VisitedSession } from "../channels/channel.ts";
import type { WidgetMarks } from "../contract/widget.ts";
import { ACK } from "../shared/delivery.ts";
import { type Chat, lessFarThan } from "./thread.ts";

/** What a widget has got counts as delivered, what its visitor has seen as read. */
export function markMessages(chat: Chat, session: VisitedSession, { got, read }: WidgetMarks): void {
  const marks = [[got, ACK.delivered], [read, ACK.read]] as const;
  for (const [to, ack] of marks) {
    if (to === undefined) continue;
    for (const { wid } of lessFarThan(chat, to, ack)) session.happened({ what: "receipt", wid, ack });
  }
}
