import { eq } from "drizzle-orm";
import { randomBytes } from "node:crypto";
import { refuse } from "../contract/errors.ts";
import {
  isProviderSettingKey,
  PROVIDER_SETTINGS,
  providerRuleOf,
  type ProviderSettingKey,
} from "../contract/provider_settings.ts";
import type { Setting } from "../contract/settings.ts";
import { prepared, type Read, type Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { checkValue, sealText, unsealText } from "../platform/setting_values.ts";
import { nextRevision, refuseIfOther } from "../platform/provider_revisions.ts";
import type { Tenants } from "../platform/tenants.ts";
import { providerSettingTable } from "./table.ts";

const byKey = prepared((db) =>
  db.select().from(providerSettingTable).where(eq(providerSettingTable.key, prepared.arg("key"))).prepare()
);

/**
 * A setting's value; one that nobody set, or that was emptied, has its first. `db` is provider.db here, always. A secret's
 * is read by `providerSecret` alone.
 */
export function providerSetting(db: Read, key: ProviderSettingKey): string {
  return byKey(db, { key })[0]?.value || providerRuleOf(key).start;
}

/** A secret as it was typed; empty when none is set. */
export function providerSecret(db: Read, key: ProviderSettingKey, keys: Keys): string {
  return unsealText(keys, providerSetting(db, key));
}

/** A secret that the server makes by itself: 32 random bytes, the same ones at every call. */
export function generatedSecret(
  { provider, keys }: Pick<Tenants, "provider" | "keys">,
  key: ProviderSettingKey,
): string {
  const known = providerSecret(provider.read, key, keys);
  if (known) return known;
  return provider.write((db) => {
    const had = providerSecret(db, key, keys);
    if (had) return had;
    const made = randomBytes(32).toString("base64url");
    db.insert(providerSettingTable).values({ key, value: sealText(keys, made) }).run();
    return made;
  });
}

/** All that are typed, of a secret only whether it is set. */
export function listProviderSettings(db: Read): Setting[] {
  return (Object.keys(PROVIDER_SETTINGS) as ProviderSettingKey[])
    .filter((key) => !providerRuleOf(key).isGenerated)
    .map((key) => providerSettingShown(db, key));
}

/** A setting as screens get it. */
export function providerSettingShown(db: Read, key: ProviderSettingKey): Setting {
  const { isSecret, start } = providerRuleOf(key), [row] = byKey(db, { key });
  const value = isSecret ? "" : row?.value || start;
  return { key, value, isSet: Boolean(row?.value), revision: row?.revision ?? 0 };
}

export interface NewProviderValue {
  key: string;
  value: string;
  /** The revision that its maker saw. */
  was?: number;
}

interface By {
  by: { id: number; name: string };
  now: number;
}

/** Sets what the provider may set; a secret is kept sealed, an empty one is forgotten. */
export function changeProviderSetting(
  db: Write,
  { key, value, was }: NewProviderValue,
  keys: Keys,
  { by, now }: By,
): Setting {
  if (!isProviderSettingKey(key) || providerRuleOf(key).isGenerated) refuse("ERR_NO_SETTING_FOUND");
  const rule = providerRuleOf(key);
  if (value) checkValue(rule, value);
  const had = byKey(db, { key })[0] ?? { revision: 0, changedAt: null, changedById: null, changedBy: null };
  refuseIfOther(had, was, providerSettingShown(db, key));
  const stored = rule.isSecret ? sealText(keys, value) : value;
  const row = { value: stored, ...nextRevision(had, by, now) };
  db.insert(providerSettingTable).values({ key, ...row })
    .onConflictDoUpdate({ target: providerSettingTable.key, set: row }).run();
  return providerSettingShown(db, key);
}
