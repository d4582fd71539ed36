import { milliseconds } from "date-fns/milliseconds";
import { hoursToMilliseconds } from "date-fns/hoursToMilliseconds";
import { and, eq, ne, sql } from "drizzle-orm";
import { kindById } from "../connections/connections.ts";
import { connectionTable } from "../connections/table.ts";
import { TRAITS } from "../contract/channels.ts";
import type { Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { answerWindowTable } from "./table.ts";

/** Somebody wrote: where that limits how long they may be answered, it begins anew (official-channels.md). `at` is ms. */
export function noteHeard(db: Write, connectionId: number, contactId: number, at: number): void {
  if (windowOf(db, connectionId) === 0) return;
  db.insert(answerWindowTable).values({ connectionId, contactId, lastAt: at })
    .onConflictDoUpdate({
      target: [answerWindowTable.connectionId, answerWindowTable.contactId],
      set: { lastAt: sql`max(last_at, ${at})` },
    }).run();
}

/** The network takes no more answers to somebody until they write again. */
export function closeWindow(db: Write, connectionId: number, contactId: number): void {
  db.update(answerWindowTable).set({ lastAt: sql`min(last_at, ${Date.now() - BY_PEOPLE})` })
    .where(and(eq(answerWindowTable.connectionId, connectionId), eq(answerWindowTable.contactId, contactId))).run();
}

/** Two contacts become one, or one two: what was heard of `from` was heard of `to`. */
export function copyWindows(db: Write, { from, to }: { from: number; to: number }): void {
  db.run(sql`insert into answer_windows (connection_id, contact_id, last_at)
    select connection_id, ${to}, last_at from answer_windows where contact_id = ${from}
    on conflict do update set last_at = max(last_at, excluded.last_at)`);
}

/** When somebody wrote last (ms since 1970); nothing where it does not matter, or where they never did. */
export function heardAt(db: Read, connectionId: number, contactId: number): number | undefined {
  return lastAt.one(db, { connectionId, contactId })?.lastAt;
}

const lastAt = prepared((db) =>
  db.select({ lastAt: answerWindowTable.lastAt }).from(answerWindowTable).where(and(
    eq(answerWindowTable.connectionId, prepared.arg("connectionId")),
    eq(answerWindowTable.contactId, prepared.arg("contactId")),
  )).prepare()
);

/** Where Meta lets people answer for longer (official-channels.md, HUMAN_AGENT), in ms. */
const BY_PEOPLE = milliseconds({ days: 7 });

/** Until when (ms since 1970) somebody may be answered freely by people; null = always. 0 for who has never written there. */
export function answerableUntil(db: Read, connectionId: number, contactId: number): number | null {
  const ms = windowOfPeople(db, connectionId);
  if (ms === 0) return null;
  const at = heardAt(db, connectionId, contactId);
  return at === undefined ? 0 : at + ms;
}

/** How long (ms) people may answer somebody who has written; 0 = always. */
export function windowOfPeople(db: Read, connectionId: number): number {
  const ms = windowOf(db, connectionId);
  return ms > 0 && longer.one(db, { connectionId }) ? BY_PEOPLE : ms;
}

/** By its name, for the channel owns the table. */
const longer = prepared((db) =>
  db.select({ id: connectionTable.id }).from(connectionTable).where(
    and(
      eq(connectionTable.id, prepared.arg("connectionId")),
      sql`exists (select 1 from graph_accounts where graph_accounts.connection_id = connections.id and human_agent = 1)`,
      // At WhatsApp there are templates instead.
      ne(connectionTable.channel, "whatsapp"),
    ),
  ).prepare()
);

function windowOf(db: Read, connectionId: number): number {
  const kind = kindById(db, connectionId);
  return kind ? hoursToMilliseconds(TRAITS[kind].windowHours) : 0;
}
