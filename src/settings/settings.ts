import { eq } from "drizzle-orm";
import { hot, type Read, type Write } from "../platform/company.ts";
import { settingTable } from "./table.ts";

/** What a company can set, with its value until it does (spec 2 §3; the rest from behaviour.md). */
export const DEFAULTS = {
  userRating: "disabled",
  scheduleType: "disabled",
  call: "enabled",
  CheckMsgIsGroup: "enabled",
  chatBotType: "text",
  campaignsEnabled: "false",
  /** Minutes within which a closed ticket is taken up again; 0 = never. */
  reopenMinutes: "120",
} as const;
export type SettingKey = keyof typeof DEFAULTS;

export function setting(db: Read, key: SettingKey): string {
  return byKey(db, { key })[0]?.value ?? DEFAULTS[key];
}

const byKey = hot((db) => db.select().from(settingTable).where(eq(settingTable.key, hot.arg("key"))).prepare());

export function setSetting(db: Write, key: SettingKey, value: string): void {
  db.insert(settingTable).values({ key, value }).onConflictDoUpdate({ target: settingTable.key, set: { value } }).run();
}

/** The settings that every person of the company may read. */
export function openSettings(db: Read): { key: string; value: string }[] {
  const stored = new Map(db.select().from(settingTable).all().map(({ key, value }) => [key, value]));
  return Object.entries(DEFAULTS).map(([key, value]) => ({ key, value: stored.get(key) ?? value }));
}
