import { MAIL_LANGUAGES } from "../contract/mail.ts";
import { blob, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const userTable = sqliteTable("users", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  email: text().notNull(),
  profile: text({ enum: ["admin", "user"] }).notNull().default("user"),
  createdAt: integer().notNull(),
  /** In which the person last used the product; null until it is known. */
  language: text({ enum: MAIL_LANGUAGES }),
});

/** In provider.db: who logs in where. */
export const loginTable = sqliteTable("logins", {
  email: text().primaryKey(),
  companyId: integer().notNull(),
  userId: integer().notNull(),
  passwordHash: text().notNull(),
  isSuper: integer({ mode: "boolean" }).notNull().default(false),
});

/** In provider.db: who is asked for a code at login. */
export const secondFactorTable = sqliteTable("second_factors", {
  companyId: integer().notNull(),
  userId: integer().notNull(),
  /** Sealed with the server's key. */
  sealedSecret: blob({ mode: "buffer" }).notNull(),
  since: integer().notNull(),
  /** The latest time step (RFC 6238 §4.2) whose code was used. */
  lastStep: integer().notNull(),
}, ({ companyId, userId }) => [primaryKey({ columns: [companyId, userId] })]);

/** In provider.db: what lets in once instead of a code, by its keyed hash. */
export const recoveryCodeTable = sqliteTable(
  "recovery_codes",
  {
    companyId: integer().notNull(),
    userId: integer().notNull(),
    codeHash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.userId, table.codeHash] })],
);
