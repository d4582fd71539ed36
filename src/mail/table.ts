import { blob, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MAIL_FAULTS, MAIL_LANGUAGES } from "../contract/mail.ts";

export const MAIL_KINDS = [
  "invitation",
  "passwordReset",
  "emailConfirmation",
  "alreadyKnown",
  "invoiceReminder",
  "alert",
] as const;
export type MailKind = typeof MAIL_KINDS[number];

/** In provider.db: what is to be sent by e-mail, and what has become of it. */
export const mailTable = sqliteTable("mails", {
  id: integer().primaryKey({ autoIncrement: true }),
  kind: text({ enum: MAIL_KINDS }).notNull(),
  language: text({ enum: MAIL_LANGUAGES }).notNull(),
  address: text().notNull(),
  /** Sealed with the server's key; null once it is done. */
  content: blob({ mode: "buffer" }),
  state: text({ enum: ["queued", "sending", "sent", "failed"] }).notNull().default("queued"),
  attempts: integer().notNull().default(0),
  /** How often the process ended while it was being sent. */
  interruptions: integer().notNull().default(0),
  /** ms; null once it is done. */
  nextAt: integer(),
  /** ms; later than that it is not sent. */
  goodUntil: integer(),
  fault: text({ enum: [...MAIL_FAULTS, "late"] }),
  createdAt: integer().notNull(),
});
export type MailRow = typeof mailTable.$inferSelect;

/** In provider.db: who has opened the link that was sent to their address. */
export const emailConfirmationTable = sqliteTable("email_confirmations", {
  companyId: integer().notNull(),
  userId: integer().notNull(),
  email: text().notNull(),
  tokenHash: text().notNull(),
  expiresAt: integer().notNull(),
  confirmedAt: integer(),
}, ({ companyId, userId }) => [primaryKey({ columns: [companyId, userId] })]);
