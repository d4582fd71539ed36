import { eq } from "drizzle-orm";
import { hoursToMilliseconds } from "date-fns/hoursToMilliseconds";
import { ALL_TAGS } from "../contract/push.ts";
import { log } from "../platform/log.ts";
import { prepared } from "../platform/prepared.ts";
import type { Tenants } from "../platform/tenants.ts";
import { isPushOn, mayBeSilent } from "./hosts.ts";
import { tellDevice } from "./runner.ts";
import { type FarewellRow, farewellTable, pushTable } from "./table.ts";

/** How long (ms) it is kept for a device that is off. */
const KEPT = hoursToMilliseconds(24);
/** So many in one go. */
const MOST = 50;

/**
 * Takes away what stands on the lock screens of browsers that are told nothing more: their person has logged in elsewhere, or
 * was let go. Each is tried once; what stays goes when the app is next opened there.
 */
export async function sayFarewells(tenants: Tenants): Promise<void> {
  const rows = unsaid(tenants.provider.read);
  if (rows.length === 0) return;
  const shown = rows.filter((row) => hadShown(tenants, row) && mayBeSilent(row.host));
  tenants.provider.write((db) => {
    for (const { id } of rows) db.delete(farewellTable).where(eq(farewellTable.id, id)).run();
  });
  if (!isPushOn(tenants.provider.read)) return;
  await Promise.all(shown.map((row) =>
    tellDevice(tenants, row, { close: ALL_TAGS }, KEPT)
      .catch((error) => log.error("A device could not be told that its login is over", { error }))
  ));
}

/** Whether something of its company's stands on it, which is forgotten with it. */
function hadShown(tenants: Tenants, { id, companyId }: FarewellRow): boolean {
  try {
    return tenants.company(companyId).write((db) => {
      const rows = db.delete(pushTable).where(eq(pushTable.deviceId, id)).returning().all();
      return rows.some(({ shownAt }) => shownAt !== null);
    });
  } catch {
    // A company that was removed, or whose file cannot be opened, says nothing.
    return false;
  }
}

const unsaid = prepared((db) => db.select().from(farewellTable).limit(MOST).prepare());
