import { blob, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { WalState } from "./wal_frames.ts";

/** How far each file is taken; see migrations/ledger. */
export const chainTable = sqliteTable("chains", {
  companyId: integer().primaryKey(),
  /** Milliseconds: the log's life between two checkpoints. */
  generation: integer().notNull(),
  /** The generation before it; 0 = it is not known. */
  previous: integer().notNull().default(0),
  position: text({ mode: "json" }).$type<WalState>(),
  fileSize: integer().notNull(),
  fileMtime: integer().notNull(),
  /** Milliseconds; null = there is no base that this chain goes on from. */
  baseAt: integer(),
  minuteFrom: integer().notNull().default(0),
  minute: integer().notNull().default(0),
  /** Milliseconds: when it last broke off. */
  brokenAt: integer(),
  /** Why what was written could not be taken; null = another program, or a power cut, had changed the file or its log. */
  brokenWhy: text(),
  /** Milliseconds: since when what was written cannot be taken, and why; null while it can. */
  untakenSince: integer(),
  untakenWhy: text(),
});

/** What was taken and some target does not have yet. */
export const objectTable = sqliteTable("objects", {
  id: integer().primaryKey(),
  companyId: integer().notNull(),
  key: text().notNull(),
  spool: text(),
  media: text(),
  bytes: integer().notNull(),
  replaces: text({ mode: "json" }).$type<string[]>().notNull().default([]),
  takenAt: integer().notNull(),
});

export const owedTable = sqliteTable("owed", {
  targetId: integer().notNull(),
  objectId: integer().notNull(),
}, (table) => [primaryKey({ columns: [table.targetId, table.objectId] })]);

export const mediaTable = sqliteTable("media", {
  companyId: integer().notNull(),
  name: text().notNull(),
  hash: text().notNull(),
  takenAt: integer().notNull(),
  goneAt: integer(),
}, (table) => [primaryKey({ columns: [table.companyId, table.name] })]);

/** Media that a place lacked, until they are taken once more. */
export const missedMediaTable = sqliteTable("missed_media", {
  companyId: integer().notNull(),
  name: text().notNull(),
}, (table) => [primaryKey({ columns: [table.companyId, table.name] })]);

export const proofTable = sqliteTable("proofs", {
  targetId: integer().notNull(),
  companyId: integer().notNull(),
  at: integer().notNull(),
  newest: integer(),
  messages: integer(),
  fault: text(),
}, (table) => [primaryKey({ columns: [table.targetId, table.companyId] })]);

/** What a place is known by again. */
export const placeTable = sqliteTable("places", {
  targetId: integer().primaryKey(),
  /** The installation that has found its claim there, and when (ms) it did so first. */
  installation: text().notNull(),
  heldAt: integer().notNull(),
  /** The base or the piece that was brought last, by its whole key; null = that is not known. */
  newest: text(),
  /** Milliseconds: which mark was left there last; null = that is not known. */
  markedAt: integer(),
});

/** What the key is known by with which pieces are sealed; one row. */
export const sealTable = sqliteTable("seals", { print: text().notNull() });

export type Chain = typeof chainTable.$inferSelect;
export type Proof = typeof proofTable.$inferSelect;
export type Place = typeof placeTable.$inferSelect;
export type OwedObject = typeof objectTable.$inferSelect;

/** In provider.db: where backups go. */
export const backupTargetTable = sqliteTable("backup_targets", {
  id: integer().primaryKey(),
  kind: text({ enum: ["folder", "s3"] }).notNull(),
  place: text().notNull(),
  sealed: blob({ mode: "buffer" }).notNull(),
  createdAt: integer().notNull(),
});
