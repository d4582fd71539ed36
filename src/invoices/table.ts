import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type Decision, DECISIONS, PAYMENT_FAULTS } from "../contract/invoices.ts";
import { RECURRENCE_NAMES } from "../shared/recurrence.ts";

/** In provider.db, as all of these; amounts in hundredths of a real, moments in ms since 1970. */
export const invoiceTable = sqliteTable("invoices", {
  id: integer().primaryKey({ autoIncrement: true }),
  companyId: integer().notNull(),
  /** The plan's name on the day it was made. */
  detail: text().notNull(),
  planId: integer(),
  cents: integer().notNull(),
  /** YYYY-MM-DD. */
  dueDate: text().notNull(),
  recurrence: text({ enum: RECURRENCE_NAMES }).notNull(),
  months: integer().notNull(),
  status: text({ enum: ["open", "paid", "cancelled"] }).notNull().default("open"),
  paidAt: integer(),
  /** YYYY-MM-DD: until when it renewed the company. */
  renewedTo: text(),
  createdAt: integer().notNull(),
  revision: integer().notNull().default(0),
});
export type InvoiceRow = typeof invoiceTable.$inferSelect;

/** What a bank was asked for; a row is written before the bank is asked. */
export const chargeTable = sqliteTable("charges", {
  txid: text().primaryKey(),
  invoiceId: integer().notNull(),
  attempt: integer().notNull(),
  /** `removing`: the bank is to take it back. */
  state: text({ enum: ["asked", "open", "paid", "expired", "removing", "removed"] }).notNull().default("asked"),
  cents: integer().notNull(),
  pixCode: text().notNull().default(""),
  createdAt: integer().notNull(),
  /** When somebody was last shown its code. */
  shownAt: integer().notNull(),
  expiresAt: integer(),
  /** When the bank is asked about it the next time; null = never again. */
  nextPollAt: integer(),
  /** The name of the access that made it (`nameOfAccess`); null = made before that was kept. */
  access: text(),
  /** How often in a row the bank has refused what was asked of it about this one. */
  faults: integer().notNull().default(0),
});
export type ChargeRow = typeof chargeTable.$inferSelect;

export const paymentTable = sqliteTable("payments", {
  id: integer().primaryKey({ autoIncrement: true }),
  /** The bank's own number of it; null = confirmed by hand. */
  endToEndId: text().unique(),
  txid: text(),
  invoiceId: integer().notNull(),
  cents: integer().notNull(),
  at: integer().notNull(),
  notedAt: integer().notNull(),
  kind: text({ enum: ["paid", ...PAYMENT_FAULTS, "by_hand"] }).notNull(),
  decision: text({ enum: DECISIONS as unknown as [Decision, ...Decision[]] }),
  decidedBy: text(),
  decidedAt: integer(),
  note: text().notNull().default(""),
});
export type PaymentRow = typeof paymentTable.$inferSelect;

/** The plan that a company gets with its next payment; a trigger ends it when the company's plan becomes another. */
export const wantedPlanTable = sqliteTable("wanted_plans", {
  companyId: integer().primaryKey(),
  planId: integer().notNull(),
  /** The plan it had then; given another one since, its wish is void. */
  insteadOf: integer(),
  chosenAt: integer().notNull(),
  /** YYYY-MM-DD: the due date that a company on a free plan got by choosing another; it goes with the wish. */
  dueDate: text(),
});

export const invoiceReminderTable = sqliteTable("invoice_reminders", {
  invoiceId: integer().notNull(),
  kind: text({ enum: ["soon", "due", "late"] }).notNull(),
  at: integer().notNull(),
}, ({ invoiceId, kind }) => [primaryKey({ columns: [invoiceId, kind] })]);
