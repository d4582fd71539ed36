import * as z from "zod/mini";
import { CAMPAIGN_SETTINGS_AT_FIRST, CampaignSettings } from "../contract/campaign_settings.ts";
import { refuse } from "../contract/errors.ts";
import type { Read, Write } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import { OWN_VARIABLES, variableKey } from "../shared/campaigns/texts.ts";
import { campaignSettingTable } from "./table.ts";

type Key = keyof CampaignSettings;
const KEYS = Object.keys(CAMPAIGN_SETTINGS_AT_FIRST) as Key[];

/** How the company sends its campaigns; what nobody set, or what an older version has left that is none, is as at first. */
export function settingsOfCampaigns(db: Read): CampaignSettings {
  const stored = new Map(all(db).map(({ key, value }) => [key, value]));
  return Object.fromEntries(KEYS.map((key) => [key, settingOf(key, stored.get(key))])) as CampaignSettings;
}

const all = prepared((db) => db.select().from(campaignSettingTable).prepare());

function settingOf(key: Key, stored: string | undefined): unknown {
  const first = CAMPAIGN_SETTINGS_AT_FIRST[key];
  if (stored === undefined) return first;
  const read = CampaignSettings.shape[key].safeParse(JSON.parse(stored));
  return read.success ? read.data : first;
}

/** As spec 3 §3 has them: a list of keys with JSON texts. */
export function listCampaignSettings(db: Read): { key: string; value: string }[] {
  return Object.entries(settingsOfCampaigns(db)).map(([key, value]) => ({ key, value: JSON.stringify(value) }));
}

/** Sets what is named. Of two variables that are written alike but for case and accents, one could never be used. */
export function setCampaignSettings(
  db: Write,
  values: z.output<ReturnType<typeof z.partial<typeof CampaignSettings>>>,
): void {
  if (values.variables) {
    const keys = values.variables.map(({ key }) => variableKey(key));
    if (new Set(keys).size < keys.length) refuse("ERR_INVALID_INPUT", { fields: { variables: "taken" } });
    // The contact's own would always be meant.
    if (keys.some((key) => OWN_VARIABLES.some((own) => own === key))) {
      refuse("ERR_INVALID_INPUT", { fields: { variables: "own" } });
    }
    if (keys.some((key) => /[{}|]/.test(key))) refuse("ERR_INVALID_INPUT", { fields: { variables: "invalid" } });
  }
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const text = JSON.stringify(value);
    db.insert(campaignSettingTable).values({ key, value: text })
      .onConflictDoUpdate({ target: campaignSettingTable.key, set: { value: text } }).run();
  }
}
