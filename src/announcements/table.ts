import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Priority } from "../contract/announcements.ts";

/** In provider.db. */
export const announcementTable = sqliteTable("announcements", {
  id: integer().primaryKey({ autoIncrement: true }),
  title: text().notNull(),
  text: text().notNull(),
  priority: integer().$type<Priority>().notNull().default(3),
  isActive: integer({ mode: "boolean" }).notNull().default(true),
  /** Its picture's name in the folder `public`. */
  mediaFile: text(),
  mediaName: text(),
  mediaType: text(),
  createdAt: integer().notNull(),
  revision: integer().notNull().default(0),
  changedAt: integer(),
  changedById: integer(),
  changedBy: text(),
});
export type AnnouncementRow = typeof announcementTable.$inferSelect;

/** In provider.db: who has seen which. */
export const announcementReaderTable = sqliteTable("announcement_readers", {
  announcementId: integer().notNull(),
  companyId: integer().notNull(),
  userId: integer().notNull(),
}, (table) => [primaryKey({ columns: [table.companyId, table.userId, table.announcementId] })]);
