import { notInArray } from "drizzle-orm";
import type { Read, Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { sealText, unsealText } from "../platform/setting_values.ts";
import { providerSecret, providerSetting } from "../provider_settings/provider_settings.ts";
import { readPixKey } from "../shared/pix_key.ts";
import { formerBankTable } from "./table.ts";

/** What a bank is reached with, and the key its charges pay to. */
export interface BankAccess {
  address: string;
  clientId: string;
  clientSecret: string;
  /** The certificate and its key, as PEM. */
  certificate: string;
  pixKey: string;
}

/** The one that the provider has set; nothing when none is chosen, when only a key is, or when something is missing. */
export function accessSet(db: Read, keys: Keys): BankAccess | undefined {
  const pixKey = readPixKey(providerSetting(db, "pixKey"));
  const access = {
    address: providerSetting(db, "efiAddress"),
    clientId: providerSecret(db, "efiClientId", keys),
    clientSecret: providerSecret(db, "efiClientSecret", keys),
    certificate: providerSecret(db, "efiCertificate", keys),
  };
  const { clientId, clientSecret, certificate } = access;
  const isSet = providerSetting(db, "pixGateway") === "efi" && clientId && clientSecret && certificate;
  return isSet && pixKey ? { ...access, pixKey } : undefined;
}

/**
 * Tells one access from another without saying what it is. With another secret or certificate it is still the same: banks
 * have those renewed, and know the charges of before.
 */
export function nameOfAccess(keys: Keys, { address, clientId, pixKey }: BankAccess): string {
  return keys.digest(`bank ${address.replace(/\/$/, "")} ${clientId} ${pixKey}`);
}

/** To be called before what the provider has set is changed: charges that were made with it are still asked about. */
export function keepAccess(db: Write, keys: Keys): void {
  const access = accessSet(db, keys);
  if (!access) return;
  const reachedWith = sealText(keys, JSON.stringify(access));
  db.insert(formerBankTable).values({ access: nameOfAccess(keys, access), reachedWith })
    .onConflictDoUpdate({ target: formerBankTable.access, set: { reachedWith } }).run();
}

/** Those that were kept, by their names. `db` is provider.db. */
export function formerAccesses(db: Read, keys: Keys): Map<string, BankAccess> {
  const rows = db.select().from(formerBankTable).all();
  return new Map(rows.map(({ access, reachedWith }) => [access, JSON.parse(unsealText(keys, reachedWith))]));
}

/** Forgets all but those by these names. */
export function forgetAccesses(db: Write, except: readonly string[]): void {
  db.delete(formerBankTable).where(notInArray(formerBankTable.access, [...except])).run();
}
