import { blob, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** In provider.db: by which keys other servers hashed what their companies have brought along. */
export const formerKeyTable = sqliteTable("former_keys", {
  /** Says which key it is, and nothing of it. */
  id: text().primaryKey(),
  sealedKey: blob({ mode: "buffer" }).notNull(),
});
