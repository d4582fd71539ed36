import type { Company, Write } from "../platform/company.ts";
import { billLookupTable } from "./table.ts";

/** Companies that have no look-up to do, so that the clock need not ask their files each time. */
export const nobodyWaits = new WeakSet<Company>();

/** Notes that a customer waits for their bills, in the transaction in which they asked. */
export function askForBills(company: Company, db: Write, asked: typeof billLookupTable.$inferInsert): void {
  db.insert(billLookupTable).values(asked).onConflictDoUpdate({ target: billLookupTable.ticketId, set: asked }).run();
  company.afterwards(() => void nobodyWaits.delete(company));
}
