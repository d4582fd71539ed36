import { eq } from "drizzle-orm";
import { type ContactRow, identityTable } from "../contacts/table.ts";
import type { Read } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { canonicalNumber, spellingsOf } from "../shared/phone_numbers.ts";

/** By what somebody is known: their numbers, however they are written, and what else networks call them by. */
export interface Known {
  /** Digits. */
  numbers: string[];
  /** As networks say it, such as 5511987654321@s.whatsapp.net. */
  jids: string[];
  /** Each once, as it is found again: `phone 5511987654321`. */
  marks: string[];
}

export function knownAs(db: Read, { id, number }: Pick<ContactRow, "id" | "number">): Known {
  const identities = db.select().from(identityTable).where(eq(identityTable.contactId, id)).all();
  const phones = [...identities.filter(({ kind }) => kind === "phone").map(({ value }) => value), number].filter(
    Boolean,
  );
  const numbers = [...new Set(phones.flatMap((phone) => [phone, ...spellingsOf(phone)]))];
  const addresses = identities.flatMap(({ kind, value, address }) => [
    ...(address ? [address] : []),
    ...(kind === "lid" ? [`${value}@lid`] : []),
    ...(kind === "phone" || kind === "lid" ? [] : [value]),
  ]);
  const marks = identities.map(({ kind, value }) => kind === "phone" ? markOfNumber(value) : `${kind} ${value}`);
  return {
    numbers,
    jids: [...new Set([...addresses, ...numbers.map((one) => `${one}@s.whatsapp.net`)])],
    marks: [...new Set([...marks, ...(number ? [markOfNumber(number)] : [])])],
  };
}

/** One person's number is one, with its ninth digit or without. */
export function markOfNumber(number: string): string {
  return `phone ${canonicalNumber(number)}`;
}

/** What is kept of an address: nobody without the server's key can tell whose it is. */
export function hashOfMark(keys: Keys, companyId: number, mark: string): string {
  return keys.digest(text(companyId, mark));
}

/** The same by the keys of former servers, too: who has it erased may have been one of them. */
export function hashesOfMark(keys: Keys, companyId: number, mark: string): string[] {
  return keys.digests(text(companyId, mark));
}

function text(companyId: number, mark: string): string {
  return `erased ${companyId} ${mark}`;
}
