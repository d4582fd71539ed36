import { and, eq, gt, sql } from "drizzle-orm";
import type { Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { marketingMarkTable } from "./table.ts";

/** Notes that the API has written marketing to somebody; `messageId` is its last message. */
export function noteMarketing(
  db: Write,
  mark: { contactId: number; connectionId: number; messageId: number },
  now: number,
): void {
  const is = { at: now, source: "api" as const, messageId: mark.messageId };
  const { contactId, connectionId } = marketingMarkTable;
  db.insert(marketingMarkTable).values({ ...mark, ...is })
    .onConflictDoUpdate({ target: [contactId, connectionId], set: is }).run();
}

/** The marketing that reached a contact since then (ms), the last of each connection. */
export const marketingSince = prepared((db) =>
  db.select().from(marketingMarkTable).where(and(
    eq(marketingMarkTable.contactId, prepared.arg("contactId")),
    gt(marketingMarkTable.at, prepared.arg("since")),
  )).prepare()
);

/** What reached one contact reached another, too: they are one now, or were until now. */
export function copyMarks(db: Write, { from, to }: { from: number; to: number }): void {
  db.run(sql`insert into marketing_marks (contact_id, connection_id, at, source, message_id)
    select ${to}, connection_id, at, source, message_id from marketing_marks where contact_id = ${from}
    on conflict do update set at = excluded.at, source = excluded.source, message_id = excluded.message_id
    where excluded.at > marketing_marks.at`);
}
