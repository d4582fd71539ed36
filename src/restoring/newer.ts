import { count, lte, max } from "drizzle-orm";
import { messageTable } from "../messages/table.ts";
import type { Read } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { asides, isEmpty } from "./places.ts";
import { messagesAfter } from "./preview.ts";

export function countMessages(db: Read): number {
  return db.select({ messages: count() }).from(messageTable).all()[0]!.messages;
}

/** How many messages of the state that was set aside are newer than the one restored; null where that cannot be read. */
export function newerThan(tenants: Tenants, companyId: number): number | null {
  const aside = asides(tenants.folder).find((each) => each.companyId === companyId);
  if (!aside || isEmpty(aside.path)) return null;
  const { read } = tenants.company(companyId);
  try {
    // What has come since then has later numbers: none is given twice.
    return messagesAfter(
      `${aside.path}/company.db`,
      (newest) =>
        read.select({ id: max(messageTable.id) }).from(messageTable).where(lte(messageTable.id, newest)).all()[0]?.id ??
          0,
    );
  } catch (error) {
    log.info("The state that was set aside cannot be compared with the restored one", { company: companyId, error });
    return null;
  }
}
