import { eq, getTableColumns } from "drizzle-orm";
import { type BotTexts, botTextsBy } from "../shared/bot/texts.ts";
import { refuse } from "../contract/errors.ts";
import type { Person } from "../contract/permissions.ts";
import { isSettingKey, ruleOf, type Setting, type SettingKey, SETTINGS } from "../contract/settings.ts";
import type { Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { type Maker, noteMaker, refuseIfChanged, revisionIn, revisionOf } from "../platform/revisions.ts";
import type { Keys } from "../platform/keys.ts";
import { checkValue, sealText, unsealText } from "../platform/setting_values.ts";
import { settingTable } from "./table.ts";

/** A setting's value; one that nobody set has its first. A secret's is read by `secret` alone. */
export function setting(db: Read, key: SettingKey): string {
  return byKey.one(db, { key })?.value ?? ruleOf(key).start;
}

/** The bot's own words in this company. */
export function botTexts(db: Read): BotTexts {
  return botTextsBy((key) => setting(db, key));
}

const byKey = prepared((db) =>
  db.select().from(settingTable).where(eq(settingTable.key, prepared.arg("key"))).prepare()
);

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
  const row = { ...getTableColumns(settingTable), revision: revisionIn("setting", settingTable.key) };
  const stored = new Map(db.select(row).from(settingTable).all().map((one) => [one.key, one]));
  return (Object.keys(SETTINGS) as SettingKey[]).map((key) => {
    const { value, revision = 0 } = stored.get(key) ?? {};
    return { ...shown(key, value), revision };
  });
}

function shown(key: SettingKey, stored: string | undefined): Omit<Setting, "revision"> {
  const { isSecret, start } = ruleOf(key);
  return { key, value: isSecret ? "" : stored ?? start, isSet: isSecret ? Boolean(stored) : stored !== undefined };
}

export interface NewValue {
  key: string;
  value: string;
  /** The revision that its maker saw. */
  was?: number;
}

/** Sets what a person may set; a secret is kept sealed, an empty one is forgotten. */
export function changeSetting(db: Write, { key, value, was }: NewValue, person: Person, keys: Keys): Setting {
  if (!isSettingKey(key)) refuse("ERR_NO_SETTING_FOUND");
  const rule = ruleOf(key);
  if (rule.isProviders && !person.super) refuse("ERR_NO_PERMISSION");
  checkValue(rule, value);
  const stored = rule.isSecret ? sealText(keys, value) : value;
  const changed = { kind: "setting", id: key } as const;
  const now = (): Setting => ({ ...shown(key, byKey.one(db, { key })?.value), revision: revisionOf(db, changed) });
  refuseIfChanged(db, changed, was, now);
  setSetting(db, key, stored);
  noteMaker(db, changed, { userId: person.id, now: Date.now() } satisfies Maker);
  return now();
}

/** A secret as it was typed; empty when none is set. */
export function secret(db: Read, key: SettingKey, keys: Keys): string {
  return unsealText(keys, setting(db, key));
}
