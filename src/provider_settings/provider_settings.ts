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
import type { Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import type { Keys } from "../platform/keys.ts";
import { checkValue, sealText, unsealText } from "../platform/setting_values.ts";
import { nextRevision, refuseIfOther, type RevisedRow } from "../platform/provider_revisions.ts";
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
  return byKey.one(db, { key })?.value || providerRuleOf(key).start;
}

export function mayStrangersSignUp(db: Read): boolean {
  return providerSetting(db, "userCreation") === "enabled";
}

/** A secret as it was typed; empty when none is set. */
export function providerSecret(db: Read, key: ProviderSettingKey, keys: Keys): string {
  return unsealText(keys, providerSetting(db, key));
}

/** A secret that the server makes by itself, the same one at every call: 32 random bytes where nothing else is wanted. */
export function generatedSecret(
  { provider, keys }: Pick<Tenants, "provider" | "keys">,
  key: ProviderSettingKey,
  make = () => randomBytes(32).toString("base64url"),
): string {
  const known = providerSecret(provider.read, key, keys);
  if (known) return known;
  return provider.write((db) => {
    const had = providerSecret(db, key, keys);
    if (had) return had;
    const made = make();
    db.insert(providerSettingTable).values({ key, value: sealText(keys, made) }).run();
    return made;
  });
}

/** Sets what the server says of itself, and nobody types. */
export function setGenerated(db: Write, key: ProviderSettingKey, value: string): void {
  db.insert(providerSettingTable).values({ key, value })
    .onConflictDoUpdate({ target: providerSettingTable.key, set: { value } }).run();
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

/** Who changes something, and when (ms). */
export interface By {
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
  // What belongs together is changed by the call that checks all of it.
  if (!isProviderSettingKey(key) || providerRuleOf(key).isOfSet || providerRuleOf(key).isGenerated) {
    refuse("ERR_NO_SETTING_FOUND");
  }
  refuseIfOther(byKey.one(db, { key }) ?? NEVER_SET, was, providerSettingShown(db, key));
  return store(db, key, value, keys, { by, now });
}

const NEVER_SET: RevisedRow = { revision: 0, changedAt: null, changedById: null, changedBy: null };

function store(db: Write, key: ProviderSettingKey, value: string, keys: Keys, { by, now }: By): Setting {
  const rule = providerRuleOf(key), had = byKey.one(db, { key }) ?? NEVER_SET;
  if (value) checkValue(rule, value);
  const stored = rule.isSecret ? sealText(keys, value) : value;
  const row = { value: stored, ...nextRevision(had, by, now) };
  db.insert(providerSettingTable).values({ key, ...row })
    .onConflictDoUpdate({ target: providerSettingTable.key, set: row }).run();
  return providerSettingShown(db, key);
}

/** Settings that are changed together count as one record: how often any of them was changed, and by whom last. */
export function settingSet(db: Read, keys: readonly ProviderSettingKey[]): RevisedRow {
  const rows = keys.flatMap((key) => byKey(db, { key }));
  const last = rows.reduce<RevisedRow>(
    (latest, row) => (row.changedAt ?? 0) >= (latest.changedAt ?? 0) ? row : latest,
    NEVER_SET,
  );
  return { ...last, revision: rows.reduce((sum, { revision }) => sum + revision, 0) };
}

interface SetChange<R> {
  /** What is left out stays as it is. */
  values: Partial<Record<ProviderSettingKey, string>>;
  /** All that belong together. */
  of: readonly ProviderSettingKey[];
  /** The revision of all of them that the change's maker saw. */
  was?: number;
  /** They as their screen shows them. */
  shown: (db: Read) => R;
}

/** Sets what belongs together, and answers those that are others now. */
export function changeSettingSet<R>(
  db: Write,
  { values, of, was, shown }: SetChange<R>,
  { keys, ...by }: By & { keys: Keys },
): Setting[] {
  refuseIfOther(settingSet(db, of), was, shown(db));
  return of.flatMap((key) => {
    const value = values[key];
    if (value === undefined || isStored(db, key, value, keys)) return [];
    return [store(db, key, value, keys, by)];
  });
}

function isStored(db: Read, key: ProviderSettingKey, value: string, keys: Keys): boolean {
  const { isSecret } = providerRuleOf(key), stored = byKey.one(db, { key })?.value ?? "";
  return value === (isSecret ? unsealText(keys, stored) : stored);
}
