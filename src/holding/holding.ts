import { and, desc, eq, isNull, min } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { Hold } from "../contract/holding.ts";
import { messageTable } from "../messages/table.ts";
import type { Read } from "../platform/company.ts";
import { momentOf } from "../platform/moment.ts";
import { HELD, heldIds, heldIn } from "./held.ts";
import { heldItemTable, type HoldRow, holdTable } from "./table.ts";

/** What waits for somebody's word; nothing where all is decided. */
export function openHold(db: Read): Hold | null {
  const [row] = db.select().from(holdTable).where(isNull(holdTable.decision)).orderBy(desc(holdTable.id)).limit(1)
    .all();
  if (!row) return null;
  const ids = heldIds(db, row.id);
  const [first] = ids.message.length === 0 ? [] : db.select({ at: min(messageTable.createdAt) }).from(heldItemTable)
    .innerJoin(messageTable, eq(messageTable.id, heldItemTable.itemId))
    .where(and(heldIn(row.id, "message"), eq(messageTable.failure, HELD))).all();
  return {
    id: row.id,
    why: row.why,
    at: momentOf(row.at),
    moment: momentOf(row.moment),
    counts: {
      message: ids.message.length,
      schedule: ids.schedule.length,
      campaign: ids.campaign.length,
      request: ids.request.length,
      delivery: ids.delivery.length,
    },
    oldest: first?.at ? momentOf(first.at) : null,
  };
}

/** One that nobody has decided about yet; ERR_HOLD_DECIDED when somebody has. */
export function undecided(db: Read, id: number): HoldRow {
  const [row] = db.select().from(holdTable).where(eq(holdTable.id, id)).all();
  if (!row) refuse("ERR_NO_HOLD_FOUND");
  if (row.decision !== null) refuse("ERR_HOLD_DECIDED", { detail: { by: row.decidedBy ?? "" } });
  return row;
}
