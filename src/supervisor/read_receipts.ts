import type { markMessagesRead } from "../messages/change.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import type { Supervisor } from "./supervisor.ts";

/** The blue ticks on the customer's phone; without a connection they simply stay grey. */
export function sendReadReceipts(
  supervisor: Supervisor,
  company: Company,
  connectionId: number,
  unread: ReturnType<typeof markMessagesRead>,
): void {
  const keys = unread.map(({ chat, wid, fromMe, author }) => ({ jid: chat, wid, fromMe, author }));
  try {
    supervisor.sessionOf(company, connectionId).markRead(keys)
      .catch((error) =>
        log.warn("Read receipts could not be sent", { company: company.id, connection: connectionId, error })
      );
  } catch { /* it does not run */ }
}
