import { and, eq, sql } from "drizzle-orm";
import { campaignTable } from "../campaigns/table.ts";
import type { HeldKind } from "../contract/holding.ts";
import { messageTable } from "../messages/table.ts";
import type { Read } from "../platform/company.ts";
import { scheduleTable } from "../schedules/table.ts";
import { apiRequestTable } from "../send_api/table.ts";
import { ACK } from "../shared/delivery.ts";
import { deliveryTable } from "../webhooks/table.ts";
import { heldItemTable } from "./table.ts";

/** What is marked by it would have gone out. */
export const HELD = "ERR_HELD";

/** What is still held; what people have sent again by themselves, or deleted, is not. */
export function heldIds(db: Read, holdId: number): Record<HeldKind, number[]> {
  const { itemId } = heldItemTable;
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
  const items = () => db.select({ id: itemId }).from(heldItemTable);
  return {
    message: idsOf(
      items().innerJoin(messageTable, eq(messageTable.id, itemId)).where(and(
        heldIn(holdId, "message"),
        ...[eq(messageTable.ack, ACK.failed), eq(messageTable.failure, HELD), eq(messageTable.isDeleted, false)],
      )).orderBy(itemId).all(),
    ),
    schedule: idsOf(
      items().innerJoin(scheduleTable, eq(scheduleTable.id, itemId))
        .where(and(heldIn(holdId, "schedule"), eq(scheduleTable.status, "ERRO"), eq(scheduleTable.failure, HELD)))
        .all(),
    ),
    campaign: idsOf(
      items().innerJoin(campaignTable, eq(campaignTable.id, itemId)).where(
        and(heldIn(holdId, "campaign"), eq(campaignTable.status, "CANCELADA"), eq(campaignTable.stoppedBy, "held")),
      ).all(),
    ),
    request: idsOf(
      items().innerJoin(apiRequestTable, eq(apiRequestTable.id, itemId)).where(
        and(heldIn(holdId, "request"), eq(apiRequestTable.state, "failed"), eq(apiRequestTable.failure, HELD)),
      ).orderBy(itemId).all(),
    ),
    delivery: idsOf(
      items().innerJoin(deliveryTable, eq(deliveryTable.id, itemId))
        .where(and(heldIn(holdId, "delivery"), eq(deliveryTable.state, "failed"))).all(),
    ),
  };
}

export function heldIn(holdId: number, kind: HeldKind) {
  return and(eq(heldItemTable.holdId, holdId), eq(heldItemTable.kind, sql`${kind}`));
}
