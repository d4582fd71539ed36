import { and, eq } from "drizzle-orm";
import { randomBytes } from "node:crypto";
import { connectionById } from "../connections/connections.ts";
import { refuse } from "../contract/errors.ts";
import type { Webchat, WebchatForm } from "../contract/webchat.ts";
import type { Company, Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import type { Tenants } from "../platform/tenants.ts";
import { webchatKeyTable, type WebchatRow, webchatTable } from "./table.ts";

const byConnection = prepared((db) =>
  db.select().from(webchatTable).where(eq(webchatTable.connectionId, prepared.arg("connectionId"))).prepare()
);

/** What a web chat connection looks like; ERR_NO_WAPP_FOUND for a connection that is none. */
export function webchatOf(db: Read, connectionId: number): WebchatRow {
  return byConnection.one(db, { connectionId }) ?? refuse("ERR_NO_WAPP_FOUND");
}

export function shownWebchat(db: Read, id: number): Webchat {
  const { connectionId: _, ...shown } = webchatOf(db, id);
  return shown;
}

/** Gives a new connection its look and its key. `db` is the company's transaction. */
export function addWebchat(tenants: Tenants, company: Company, db: Write, connectionId: number): WebchatRow {
  const key = randomBytes(12).toString("base64url");
  const row = db.insert(webchatTable).values({ connectionId, key }).returning().get();
  tenants.provider.write((provider) =>
    void provider.insert(webchatKeyTable).values({ key, companyId: company.id, connectionId })
      // Left by a connection whose making failed after this.
      .onConflictDoUpdate({ target: [webchatKeyTable.companyId, webchatKeyTable.connectionId], set: { key } }).run()
  );
  return row;
}

export function changeWebchat(db: Write, connectionId: number, form: WebchatForm): void {
  webchatOf(db, connectionId);
  if (form.handoverId) checkHandover(db, form.handoverId);
  if (Object.values(form).every((value) => value === undefined)) return;
  db.update(webchatTable).set(form).where(eq(webchatTable.connectionId, connectionId)).run();
}

/** Visitors go on at a connection that has a number of WhatsApp's, or is yet to get it. */
function checkHandover(db: Read, id: number): void {
  if (connectionById(db, id)?.channel !== "whatsapp") {
    refuse("ERR_INVALID_INPUT", { fields: { handoverId: "invalid" } });
  }
}

/** The key leads nowhere any more; the rest goes with the connection. */
export function forgetWebchat({ provider }: Tenants, company: Company, connectionId: number): void {
  provider.write((db) =>
    void db.delete(webchatKeyTable)
      .where(and(eq(webchatKeyTable.companyId, company.id), eq(webchatKeyTable.connectionId, connectionId))).run()
  );
}

const byKey = prepared((db) =>
  db.select().from(webchatKeyTable).where(eq(webchatKeyTable.key, prepared.arg("key"))).prepare()
);

/** Whose a web chat is; nothing for a key that nobody has. */
export function ownerOf({ provider }: Tenants, key: string): { companyId: number; connectionId: number } | undefined {
  return byKey.one(provider.read, { key });
}

/** After another file was put in the place of a company's: the keys of its web chats lead to it, and no others. */
export function reconcileKeys(provider: Write, company: Company): void {
  provider.delete(webchatKeyTable).where(eq(webchatKeyTable.companyId, company.id)).run();
  for (const { key, connectionId } of company.latest.select().from(webchatTable).all()) {
    provider.insert(webchatKeyTable).values({ key, companyId: company.id, connectionId }).onConflictDoNothing().run();
  }
}
