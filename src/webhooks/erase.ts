import { and, eq, sql } from "drizzle-orm";
import type { Write } from "../platform/company.ts";
import { webhookEventTable } from "./table.ts";

/** A contact is erased: of what webhooks were told of them nothing stays. What still waits is told, and goes after a week. */
export function eraseFromWebhooks(db: Write, contactId: number): void {
  db.delete(webhookEventTable).where(and(
    eq(webhookEventTable.chat, `contact ${contactId}`),
    sql`not exists (select 1 from webhook_deliveries where event_id = webhook_events.id and state = 'waiting')`,
  )).run();
}
