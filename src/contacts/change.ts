import { and, eq, inArray, ne, not } from "drizzle-orm";
import type { Address } from "../channels/channel.ts";
import type { ContactDetails, ContactDraft } from "../contract/contacts.ts";
import { refuse } from "../contract/errors.ts";
import type { Emit, Read, Write } from "../platform/company.ts";
import { type Maker, noteMaker, refuseIfChanged } from "../platform/revisions.ts";
import { contactById, contactDetails, contactOf } from "./contacts.ts";
import { canonicalNumber } from "../shared/phone_numbers.ts";
import { identitiesOf } from "./remember.ts";
import { type ContactRow, contactTable, extraInfoTable, identityTable } from "./table.ts";

/** The network's answer about a number, when a connection was there to ask. */
type Confirmed = Address | undefined;

/** A contact made by hand (spec 1 §2.10). Its number must be nobody else's. */
export function addContact(
  db: Write,
  emit: Emit,
  { name, number, email, extraInfo }: ContactDraft,
  confirmed: Confirmed,
  now: number,
): ContactDetails {
  if (!number) refuse("ERR_INVALID_INPUT", { fields: { number: "required" } });
  const address = confirmed ?? unconfirmed(number);
  refuseIfTaken(db, address);
  const { id } = db.insert(contactTable)
    .values({ name, number: canonicalNumber(number), email, createdAt: now, updatedAt: now }).returning().get();
  setIdentities(db, id, address, confirmed !== undefined);
  setExtraInfo(db, id, extraInfo);
  const contact = contactDetails(db, id);
  emit("contact", { action: "create", record: contactOf(contactById(db, id)!) });
  return contact;
}

export interface ContactChange extends ContactDraft {
  /** The revision that its maker saw. */
  was?: number;
}

/** Changes a contact as a whole. With another number it is somebody else whom the network reaches. */
export function changeContact(
  db: Write,
  emit: Emit,
  id: number,
  { name, number, email, extraInfo, was }: ContactChange,
  confirmed: Confirmed,
  by: Maker,
): ContactDetails {
  const had = contactById(db, id) ?? refuse("ERR_NO_CONTACT_FOUND");
  const changed = { kind: "contact", id } as const;
  refuseIfChanged(db, changed, was, () => contactDetails(db, id));
  if (!number && had.number) refuse("ERR_INVALID_INPUT", { fields: { number: "required" } });
  if (isOtherNumber(had, number)) moveNumber(db, had, confirmed ?? unconfirmed(number), confirmed !== undefined);
  const row = db.update(contactTable)
    .set({ name, email, number: canonicalNumber(number), updatedAt: by.now })
    .where(eq(contactTable.id, id)).returning().get();
  setExtraInfo(db, id, extraInfo);
  noteMaker(db, changed, by);
  emit("contact", { action: "update", record: contactOf(row) });
  return contactDetails(db, id);
}

/** Whether the network has to be asked before a contact takes this number. */
export function isOtherNumber(had: Pick<ContactRow, "number">, number: string): boolean {
  return number !== "" && canonicalNumber(number) !== had.number;
}

function moveNumber(db: Write, had: ContactRow, address: Address, isConfirmed: boolean): void {
  refuseIfTaken(db, address, had.id);
  const stays = identitiesOf(address).map(({ value }) => value);
  // Whoever had the number before is another person, also under the hidden one. A hidden number alone is kept.
  const kinds = had.number ? (["phone", "lid"] as const) : (["phone"] as const);
  db.delete(identityTable).where(and(
    eq(identityTable.contactId, had.id),
    inArray(identityTable.kind, kinds),
    not(inArray(identityTable.value, stays)),
  )).run();
  setIdentities(db, had.id, address, isConfirmed);
}

function refuseIfTaken(db: Read, address: Address, own = 0): void {
  for (const { kind, value } of identitiesOf(address)) {
    const other = db.select({ id: contactTable.id, name: contactTable.name }).from(identityTable)
      .innerJoin(contactTable, eq(contactTable.id, identityTable.contactId))
      .where(and(eq(identityTable.kind, kind), eq(identityTable.value, value), ne(contactTable.id, own))).all()[0];
    if (other) refuse("ERR_DUPLICATED_CONTACT", { fields: { number: "taken" }, detail: other });
  }
}

function setIdentities(db: Write, contactId: number, address: Address, isConfirmed: boolean): void {
  for (const { kind, value, address: jid } of identitiesOf(address)) {
    db.insert(identityTable).values({ kind, value, contactId, address: isConfirmed ? jid : null })
      .onConflictDoNothing().run();
  }
}

/** A number that no network has been asked about: how it is reached will be learnt when it writes. */
function unconfirmed(phone: string): Address {
  return { jid: "", phone };
}

function setExtraInfo(db: Write, contactId: number, extraInfo: ContactDraft["extraInfo"]): void {
  db.delete(extraInfoTable).where(eq(extraInfoTable.contactId, contactId)).run();
  for (const { name, value } of extraInfo) db.insert(extraInfoTable).values({ contactId, name, value }).run();
}
