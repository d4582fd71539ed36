import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const userTable = sqliteTable("users", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  email: text().notNull(),
  profile: text({ enum: ["admin", "user"] }).notNull().default("user"),
  createdAt: integer().notNull(),
});

/** In provider.db: who logs in where. */
export const loginTable = sqliteTable("logins", {
  email: text().primaryKey(),
  companyId: integer().notNull(),
  userId: integer().notNull(),
  passwordHash: text().notNull(),
  isSuper: integer({ mode: "boolean" }).notNull().default(false),
});
