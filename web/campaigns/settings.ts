import { CAMPAIGN_SETTINGS_AT_FIRST, CampaignSettings } from "../../src/contract/campaign_settings.ts";
import { dateLocale } from "../ui/dates.ts";

/** The settings as one record; what nobody has set is as it is at first, and so is what cannot be read. */
export function settingsFrom(rows: readonly { key: string; value: string }[]): CampaignSettings {
  const shape = CampaignSettings.shape as Record<
    string,
    { safeParse(value: unknown): { success: boolean; data?: unknown } }
  >;
  const known = rows.flatMap(({ key, value }) => {
    const read = shape[key]?.safeParse(parsed(value));
    return read?.success ? [[key, read.data] as const] : [];
  });
  return { ...CAMPAIGN_SETTINGS_AT_FIRST, ...Object.fromEntries(known) };
}

/** What is other than it was. */
export function changesOf(typed: CampaignSettings, was: CampaignSettings): Partial<CampaignSettings> {
  const keys = Object.keys(typed) as (keyof CampaignSettings)[];
  const changed = keys.filter((key) => JSON.stringify(typed[key]) !== JSON.stringify(was[key]));
  return Object.fromEntries(changed.map((key) => [key, typed[key]]));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** `0` is Sunday. */
export function weekdayName(day: number): string {
  // The 4th of January 1970 was a Sunday.
  const date = new Date(Date.UTC(1970, 0, 4 + day));
  const name = new Intl.DateTimeFormat(dateLocale(), { weekday: "long", timeZone: "UTC" }).format(date);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A shortcut as it stands in texts, without the braces that people type around it. */
export function shortcutOf(typed: string): string {
  return typed.replace(/[{}|]/g, "").trim();
}
