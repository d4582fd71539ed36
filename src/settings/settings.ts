import { Buffer } from "node:buffer";
import { eq } from "drizzle-orm";
import { type BotTexts, botTextsBy } from "../contract/bot/texts.ts";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import { isSettingKey, ruleOf, type Setting, type SettingKey, SETTINGS, USUAL_LENGTH } from "../contract/settings.ts";
import { hot, type Read, type Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import { settingTable } from "./table.ts";

/** A setting's value; one that nobody set has its first. A secret's is read by `secret` alone. */
export function setting(db: Read, key: SettingKey): string {
  return byKey(db, { key })[0]?.value ?? ruleOf(key).start;
}

/** The bot's own words in this company. */
export function botTexts(db: Read): BotTexts {
  return botTextsBy((key) => setting(db, key));
}

const byKey = hot((db) => db.select().from(settingTable).where(eq(settingTable.key, hot.arg("key"))).prepare());

export function setSetting(db: Write, key: SettingKey, value: string): void {
  db.insert(settingTable).values({ key, value }).onConflictDoUpdate({ target: settingTable.key, set: { value } }).run();
}

/** The settings that every person of the company may read. */
export function openSettings(db: Read): { key: string; value: string }[] {
  return listSettings(db).filter(({ key }) => ruleOf(key as SettingKey).isOpen).map(({ key, value }) => ({
    key,
    value,
  }));
}

/** All settings, of a secret only whether it is set. */
export function listSettings(db: Read): Setting[] {
  const stored = new Map(db.select().from(settingTable).all().map(({ key, value }) => [key, value]));
  return (Object.keys(SETTINGS) as SettingKey[]).map((key) => shown(key, stored.get(key)));
}

function shown(key: SettingKey, stored: string | undefined): Setting {
  const { isSecret, start } = ruleOf(key);
  return { key, value: isSecret ? "" : stored ?? start, isSet: isSecret ? Boolean(stored) : stored !== undefined };
}

export interface NewValue {
  key: string;
  value: string;
}

/** Sets what a person may set; a secret is kept sealed, an empty one is forgotten. */
export function changeSetting(db: Write, { key, value }: NewValue, person: Person, keys: Keys): Setting {
  if (!isSettingKey(key)) refuse("ERR_NO_SETTING_FOUND");
  const { values, pattern, isSecret, isProviders, most = USUAL_LENGTH } = ruleOf(key);
  if (isProviders && !person.super) refuse("ERR_NO_PERMISSION");
  if ([...value].length > most) refuse("ERR_INVALID_INPUT", { fields: { value: "too_long" } });
  if ((values && !values.includes(value)) || (pattern && !pattern.test(value))) {
    refuse("ERR_INVALID_INPUT", { fields: { value: "invalid" } });
  }
  const stored = isSecret && value ? Buffer.from(keys.seal(Buffer.from(value))).toString("base64") : value;
  setSetting(db, key, stored);
  return shown(key, stored);
}

/** A secret as it was typed; empty when none is set. */
export function secret(db: Read, key: SettingKey, keys: Keys): string {
  const stored = setting(db, key);
  return stored && Buffer.from(keys.unseal(Buffer.from(stored, "base64"))).toString();
}
