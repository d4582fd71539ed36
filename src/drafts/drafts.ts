import { and, desc, eq } from "drizzle-orm";
import { type Draft, MOST_DRAFTS } from "../contract/drafts.ts";
import type { Read, Write } from "../platform/company.ts";
import { draftTable } from "./table.ts";

/** A person's drafts, the latest change first. */
export function draftsOf(db: Read, userId: number): Draft[] {
  const { ticketId, body } = draftTable;
  return db.select({ ticketId, body }).from(draftTable).where(eq(draftTable.userId, userId))
    .orderBy(desc(draftTable.updatedAt), desc(ticketId)).limit(MOST_DRAFTS).all();
}

/** Keeps one; a blank one is forgotten, and so are the oldest beyond what is kept. */
export function saveDraft(db: Write, userId: number, { ticketId, body }: Draft, now: number): Draft {
  if (!body.trim()) {
    db.delete(draftTable).where(and(eq(draftTable.userId, userId), eq(draftTable.ticketId, ticketId))).run();
    return { ticketId, body: "" };
  }
  const shown = { body, updatedAt: now };
  db.insert(draftTable).values({ userId, ticketId, ...shown })
    .onConflictDoUpdate({ target: [draftTable.userId, draftTable.ticketId], set: shown }).run();
  forgetOldest(db, userId);
  return { ticketId, body };
}

function forgetOldest(db: Write, userId: number): void {
  const old = db.select({ ticketId: draftTable.ticketId }).from(draftTable).where(eq(draftTable.userId, userId))
    .orderBy(desc(draftTable.updatedAt), desc(draftTable.ticketId)).limit(10).offset(MOST_DRAFTS).all();
  for (const { ticketId } of old) {
    db.delete(draftTable).where(and(eq(draftTable.userId, userId), eq(draftTable.ticketId, ticketId))).run();
  }
}
