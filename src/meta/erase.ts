import { eq, inArray, sql } from "drizzle-orm";
import { graphSendTable } from "../channels/graph/table.ts";
import { identityTable } from "../contacts/table.ts";
import type { Write } from "../platform/company.ts";
import { spellingsOf } from "../shared/phone_numbers.ts";

/** A contact is erased: what was sent to them is listed under their address no longer. Their windows go with the contact. */
export function eraseFromMeta(db: Write, contactId: number): void {
  const addresses = db.select().from(identityTable).where(eq(identityTable.contactId, contactId)).all()
    .flatMap(({ kind, value, address }) => [
      ...address ? [address] : [],
      ...kind === "phone" ? spellingsOf(value).map((number) => `${number}@s.whatsapp.net`) : [],
    ]);
  db.delete(graphSendTable).where(inArray(graphSendTable.chat, addresses)).run();
  // What left for a number that they have no more; by its name, for messages come later among the features.
  db.run(sql`delete from graph_sends where chat in (select chat from messages where contact_id = ${contactId})`);
}
