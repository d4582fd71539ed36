import { sql } from "drizzle-orm";
import type { Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import type { TicketRow } from "./table.ts";

/**
 * When (ms) the customer wrote first of all that nobody has answered in this service. Whatever we say once somebody serves
 * is an answer, also what the company's own phone says; what the bot says before that is none.
 */
export function unansweredSince(db: Read, { id, startedAt }: TicketRow): number | undefined {
  return firstOpen.one(db, { id, startedAt })?.at ?? undefined;
}
const firstOpen = prepared((db) => {
  const id = prepared.arg("id");
  return db.select({ at: sql<number | null>`min(created_at)` }).from(sql`messages`).where(sql`
    ticket_id = ${id} and from_me = 0 and is_history = 0
      and created_at > coalesce((select max(closed_at) from service_cycles where ticket_id = ${id}), 0)
      and created_at > coalesce((
        select max(created_at) from messages
        where ticket_id = ${id} and from_me = 1 and (user_id is not null or created_at >= ${prepared.arg("startedAt")})
      ), 0)`).prepare();
});
