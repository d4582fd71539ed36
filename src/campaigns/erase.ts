import { eq, or, sql } from "drizzle-orm";
import type { ContactRow } from "../contacts/table.ts";
import { eraseNumber } from "../opt_outs/opt_outs.ts";
import type { Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { recipientTable } from "./table.ts";

/**
 * A contact who is erased: reports keep that somebody was written to, and not who; of an opt-out a keyed hash stays, so that
 * a list that brings the number again reaches nobody (behaviour.md, Campaigns).
 */
export function eraseFromCampaigns(db: Write, { id, number }: Pick<ContactRow, "id" | "number">, keys: Keys): void {
  const nobody = {
    name: "",
    number: "",
    email: "",
    columns: null,
    search: "",
    answer: null,
    itemId: null,
    nextAt: null,
  };
  // Who still waited gets nothing more: there is nobody left to whom it could go.
  const state =
    sql`iif(${recipientTable.state} in ('waiting', 'asked', 'confirmed'), 'skipped', ${recipientTable.state})`;
  const reason =
    sql`iif(${recipientTable.state} in ('waiting', 'asked', 'confirmed'), 'no_number', ${recipientTable.reason})`;
  const { contactId, number: theirs } = recipientTable;
  const isTheirs = number ? or(eq(contactId, id), eq(theirs, number)) : eq(contactId, id);
  db.update(recipientTable).set({ ...nobody, state, reason }).where(isTheirs).run();
  if (number) eraseNumber(db, number, keys);
}
