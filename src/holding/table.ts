import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { HeldKind, HoldReason } from "../contract/holding.ts";

/** A file that was put in the place of another, and what became of all that waited in it. */
export const holdTable = sqliteTable("holds", {
  id: integer().primaryKey({ autoIncrement: true }),
  why: text().$type<HoldReason>().notNull(),
  at: integer().notNull(),
  /** Which moment the file is of (ms). */
  moment: integer().notNull(),
  decision: text({ enum: ["send", "drop"] }),
  decidedAt: integer(),
  decidedBy: text(),
});
export type HoldRow = typeof holdTable.$inferSelect;

/** What is held; the thing itself is marked as failed, by ERR_HELD. */
export const heldItemTable = sqliteTable(
  "held_items",
  {
    holdId: integer().notNull(),
    kind: text().$type<HeldKind>().notNull(),
    itemId: integer().notNull(),
    rank: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.holdId, table.kind, table.itemId] })],
);
