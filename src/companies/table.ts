import { RECURRENCE_NAMES } from "../shared/recurrence.ts";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What a removed company gets back when it is restored. */
export interface RemovedState {
  planId: number | null;
  logins: { email: string; userId: number; passwordHash: string; hadFactor: boolean }[];
}

/** In provider.db. */
export const companyTable = sqliteTable("companies", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  isActive: integer({ mode: "boolean" }).notNull().default(true),
  /** YYYY-MM-DD, or null when the subscription does not end. */
  dueDate: text(),
  timeZone: text().notNull().default("America/Sao_Paulo"),
  /** Null = without limits, as the provider's own. */
  planId: integer(),
  isDemo: integer({ mode: "boolean" }).notNull().default(false),
  createdAt: integer().notNull(),
  email: text().notNull().default(""),
  phone: text().notNull().default(""),
  campaignsEnabled: integer({ mode: "boolean" }).notNull().default(false),
  recurrence: text({ enum: RECURRENCE_NAMES }).notNull().default("MENSAL"),
  /** The day of the month on which it pays, 1 to 31. */
  dueDay: integer(),
  /** YYYY-MM-DD; until then it costs nothing. */
  trialExpiration: text(),
  billingName: text().notNull().default(""),
  addressZipCode: text().notNull().default(""),
  addressStreet: text().notNull().default(""),
  addressDistrict: text().notNull().default(""),
  addressCity: text().notNull().default(""),
  addressState: text().notNull().default(""),
  /** As the checkout says it; empty = not said yet. */
  addressCountry: text().notNull().default(""),
  /** The provider's own is never overdue, suspended or removed. */
  isProviders: integer({ mode: "boolean" }).notNull().default(false),
  /** ms; nobody sees it any more. */
  removedAt: integer(),
  /** While its folder is still there. */
  removedState: text({ mode: "json" }).$type<RemovedState>(),
  /** On how many days it was seen as removed, and on which last (YYYY-MM-DD, UTC): a clock that jumps is not thirty days. */
  removedDays: integer().notNull().default(0),
  removedSeenOn: text(),
  revision: integer().notNull().default(0),
  changedAt: integer(),
  changedById: integer(),
  changedBy: text(),
});
export type CompanyRow = typeof companyTable.$inferSelect;

/** In provider.db: companies that live on another server by now. */
export const companyMoveTable = sqliteTable("company_moves", {
  companyId: integer().primaryKey(),
  moveId: text().notNull(),
  /** Where that server is: https://desk.example.com */
  address: text().notNull(),
  /** ms: from then on this server never serves it. */
  at: integer().notNull(),
  /** ms; null = the other has not said yet that it does. */
  confirmedAt: integer(),
});
export type CompanyMoveRow = typeof companyMoveTable.$inferSelect;

/** In provider.db: companies that came from another server, by the id that the move had there. */
export const arrivalTable = sqliteTable("arrivals", {
  moveId: text().primaryKey(),
  companyId: integer().notNull(),
  at: integer().notNull(),
});

/** In provider.db: of which companies a company's data were before. */
export const companyOriginTable = sqliteTable("company_origins", {
  companyId: integer().notNull(),
  /** Says which server it was, and nothing of it (origins.ts). */
  server: text().notNull(),
  originId: integer().notNull(),
  /** "moved": it went on as this one; "copied": this one was made beside it. */
  kind: text({ enum: ["moved", "copied"] }).notNull(),
  /** Of which moment (ms) the data are. */
  at: integer().notNull(),
}, (table) => [primaryKey({ columns: [table.companyId, table.server, table.originId] })]);

/** In provider.db: what the cockpit shows of a company, rolled up as things happen (src/cockpit/roll_up.ts). */
export const companyFiguresTable = sqliteTable("company_figures", {
  companyId: integer().primaryKey(),
  /** Connections that are connected, of those that should be. */
  linesUp: integer().notNull().default(0),
  linesTotal: integer().notNull().default(0),
  /** Tickets. */
  waiting: integer().notNull().default(0),
  open: integer().notNull().default(0),
  /** YYYY-MM-DD in the company's zone, its messages so far, and the last message that was looked at. */
  day: text().notNull().default(""),
  messagesToday: integer().notNull().default(0),
  lastMessageId: integer().notNull().default(0),
  /** ms; null = never since this is noted. */
  lastLoginAt: integer(),
  /** Bytes of files. */
  storage: integer().notNull().default(0),
  users: integer().notNull().default(0),
  connections: integer().notNull().default(0),
  queues: integer().notNull().default(0),
  /** What is still to be sent. */
  outbox: integer().notNull().default(0),
  /** Bytes of its file, in whole megabytes: each writing makes it a little longer. */
  fileSize: integer().notNull().default(0),
  /** ms; null = not yet. */
  rolledUpAt: integer(),
});
export type FiguresRow = typeof companyFiguresTable.$inferSelect;
