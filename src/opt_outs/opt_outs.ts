import { eq, inArray } from "drizzle-orm";
import type { OptOutSource } from "../contract/opt_outs.ts";
import { prepared, type Read, type Write } from "../platform/company.ts";
import { canonicalNumber } from "../shared/phone_numbers.ts";
import { optOutTable } from "./table.ts";

/** How somebody said that they want no more. */
export interface OptedOut {
  number: string;
  source: OptOutSource;
  campaignId?: number | null;
  userId?: number | null;
}

/** Notes that a number wants no campaigns; answers whether that is new. */
export function optOut(db: Write, { number, source, campaignId, userId }: OptedOut, now: number): boolean {
  const made = db.insert(optOutTable)
    .values({
      number: canonicalNumber(number),
      source,
      campaignId: campaignId ?? null,
      userId: userId ?? null,
      at: now,
    })
    .onConflictDoNothing().returning({ id: optOutTable.id }).all();
  return made.length > 0;
}

/** Whether a number (canonical digits) wants no campaigns. */
export function isOptedOut(db: Read, number: string): boolean {
  return byNumber(db, { number }).length > 0;
}

const byNumber = prepared((db) =>
  db.select({ id: optOutTable.id }).from(optOutTable).where(eq(optOutTable.number, prepared.arg("number"))).prepare()
);

/** Which of these numbers want no campaigns. */
export function optedOutOf(db: Read, numbers: readonly string[]): Set<string> {
  const found = db.select({ number: optOutTable.number }).from(optOutTable)
    .where(inArray(optOutTable.number, [...numbers])).all();
  return new Set(found.map(({ number }) => number!));
}
