import { and, eq, inArray } from "drizzle-orm";
import { USER_KINDS } from "../channels/channel.ts";
import type { ChannelId, Contact, ContactOutside } from "../contract/contacts.ts";
import type { Read } from "../platform/company.ts";
import { type IdentityKind, identityTable } from "./table.ts";

/** By which ids channels know somebody, besides a number; WhatsApp's hidden one as it writes it (`…@lid`). */
export function channelIdsOf(db: Read, contactId: number): ChannelId[] {
  const { kind, value } = identityTable;
  return db.select({ kind, value }).from(identityTable)
    .where(and(eq(identityTable.contactId, contactId), inArray(kind, ["lid", ...USER_KINDS]))).all()
    .map((one) => ({ channel: channelOf(one.kind), id: one.kind === "lid" ? `${one.value}@lid` : one.value }));
}

function channelOf(kind: IdentityKind): ChannelId["channel"] {
  return kind === "facebook" || kind === "instagram" || kind === "webchat" ? kind : "whatsapp";
}

/** A contact as programs outside are told of it: null, and not nothing, says that nobody knows a number. */
export function contactOutside(db: Read, contact: Contact): ContactOutside {
  const { number, id, isGroup } = contact;
  return { ...contact, number: number || null, channelIds: number || isGroup ? [] : channelIdsOf(db, id) };
}
