import { and, eq } from "drizzle-orm";
import { identityTable } from "../contacts/table.ts";
import type { Events } from "../contract/events.ts";
import type { Witness } from "../platform/company.ts";

/** Lets open widgets know that their conversation was taken up, handed on or given back, once that is committed. */
export const tellWidgets: Witness = (company, db, emitted) => {
  for (const [name, payload] of emitted) {
    const said = payload as Events["ticket"];
    if (name !== "ticket" || said.action !== "update" || !("move" in said) || !said.move) continue;
    const { channel, contactId, whatsappId } = said.ticket;
    if (channel !== "webchat" || whatsappId === null) continue;
    const visitors = db.select({ jid: identityTable.address }).from(identityTable)
      .where(and(eq(identityTable.contactId, contactId), eq(identityTable.kind, "webchat"))).all();
    for (const { jid } of visitors) {
      if (jid === null) continue;
      company.afterwards(() => company.signals.emit("visitors", { connectionId: whatsappId, jid, isTaken: true }));
    }
  }
};
