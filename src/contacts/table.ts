import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { UserKind } from "../channels/channel.ts";

export const contactTable = sqliteTable("contacts", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  number: text().notNull().default(""),
  email: text().notNull().default(""),
  isGroup: integer({ mode: "boolean" }).notNull().default(false),
  profilePicUrl: text(),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
});
export type ContactRow = typeof contactTable.$inferSelect;

/** What kind of address a network knows somebody by: a phone number, a LID, a group's id, or an id at a channel of its own. */
export type IdentityKind = "phone" | "lid" | "group" | UserKind;

export const identityTable = sqliteTable(
  "contact_identities",
  {
    kind: text().$type<IdentityKind>().notNull(),
    value: text().notNull(),
    contactId: integer().notNull(),
    /** The JID that the network itself has used for it. */
    address: text(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.value] })],
);
export type IdentityRow = typeof identityTable.$inferSelect;

export const contactMergeTable = sqliteTable("contact_merges", {
  id: integer().primaryKey({ autoIncrement: true }),
  keptId: integer().notNull(),
  /** JSON: the contact that went, its identities. */
  gone: text().notNull(),
  /** JSON: ids of the tickets that moved. */
  movedTickets: text().notNull(),
  at: integer().notNull(),
  /** Who merged them by hand; null when the network proved them one. */
  userId: integer(),
  undoneAt: integer(),
});

export const extraInfoTable = sqliteTable("contact_extra_info", {
  id: integer().primaryKey({ autoIncrement: true }),
  contactId: integer().notNull(),
  name: text().notNull(),
  value: text().notNull(),
});

/** Whom a linked phone knows, and by which name. */
export const phoneBookTable = sqliteTable(
  "phone_book",
  { connectionId: integer().notNull(), jid: text().notNull(), phone: text(), lid: text(), name: text().notNull() },
  (table) => [primaryKey({ columns: [table.connectionId, table.jid] })],
);
