import { Buffer } from "node:buffer";
import type * as z from "zod/mini";
import { ALERT_KINDS, type AlertForm, type AlertKind, type AlertSettings } from "../contract/alerts.ts";
import { PROVIDER_SETS } from "../contract/provider_settings.ts";
import type { Setting } from "../contract/settings.ts";
import { hasMail } from "../mail/mail_server.ts";
import type { Read, Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import type { Tenants } from "../platform/tenants.ts";
import {
  type By,
  changeSettingSet,
  generatedSecret,
  providerSetting,
  settingSet,
} from "../provider_settings/provider_settings.ts";

/** What is stored where none is chosen: an empty setting has its first value. */
const NONE = "none";

/** Which alerts are told. `db` is provider.db here, always. */
export function chosenKinds(db: Read): AlertKind[] {
  const chosen = providerSetting(db, "alertKinds").split(" ");
  return ALERT_KINDS.filter((kind) => chosen.includes(kind));
}

export interface Ways {
  byMail: boolean;
  /** Nothing: nothing is posted. */
  url: string | undefined;
}

/** How alerts can be told now. */
export function waysOf(tenants: Tenants): Ways {
  const db = tenants.provider.read;
  return {
    byMail: providerSetting(db, "alertMail") === "enabled" && hasMail(tenants),
    url: providerSetting(db, "alertUrl") || undefined,
  };
}

/** As Standard Webhooks write it: `whsec_` and bytes in base64. */
export function alertSecret(tenants: Tenants): string {
  return `whsec_${Buffer.from(generatedSecret(tenants, "alertSecret"), "base64url").toString("base64")}`;
}

export function alertSettings(tenants: Tenants): AlertSettings {
  return { ...chosen(tenants.provider.read), secret: alertSecret(tenants), hasMail: hasMail(tenants) };
}

function chosen(db: Read) {
  return {
    kinds: chosenKinds(db),
    byMail: providerSetting(db, "alertMail") === "enabled",
    url: providerSetting(db, "alertUrl"),
    revision: settingSet(db, PROVIDER_SETS.alerts).revision,
  };
}

/** Answers the settings that are others now. `was` is the revision that its maker saw. */
export function saveAlertSettings(
  db: Write,
  { kinds, byMail, url, was }: z.output<typeof AlertForm> & { was?: number },
  { keys, ...by }: By & { keys: Keys },
): Setting[] {
  const values = {
    alertKinds: ALERT_KINDS.filter((kind) => kinds.includes(kind)).join(" ") || NONE,
    alertMail: byMail ? "enabled" : "disabled",
    alertUrl: url,
  };
  return changeSettingSet(db, { values, of: PROVIDER_SETS.alerts, was, shown: chosen }, { keys, ...by });
}
