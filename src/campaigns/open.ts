import { and, eq, inArray, sql } from "drizzle-orm";
import type { Read } from "../platform/company.ts";
import { recipientTable } from "./table.ts";

/** Whether somebody waits, is asked, or is to get something more. */
export function isOpen(db: Read, id: number): boolean {
  const { campaignId, state, nextAt, pendingStep } = recipientTable;
  const any = (where: ReturnType<typeof sql>) =>
    db.select({ id: recipientTable.id }).from(recipientTable).where(and(eq(campaignId, id), where)).limit(1).all()
      .length > 0;
  return any(sql`${inArray(state, ["waiting", "asked", "confirmed"])}`) ||
    any(sql`${nextAt} is not null`) || any(sql`${pendingStep} is not null`);
}
