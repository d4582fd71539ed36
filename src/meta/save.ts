import { refuse } from "../contract/errors.ts";
import { PROVIDER_SETS } from "../contract/provider_settings.ts";
import { publishToSupers } from "../platform/publish_to_all.ts";
import type { Tenants } from "../platform/tenants.ts";
import { type By, changeSettingSet, providerSetting } from "../provider_settings/provider_settings.ts";
import { metaShown, readAppAnew } from "./app.ts";

export interface TypedMeta {
  appId: string;
  /** Left out, the one before stays, unless the app is another one. */
  secret?: string;
  instagramAppId: string;
  instagramSecret?: string;
  version: string;
  /** The revision that its maker saw. */
  was?: number;
}

/** Sets the provider's app at Meta. Another app needs its own secret: the one before would be told to it. */
export function saveMeta(tenants: Tenants, typed: TypedMeta, by: By): void {
  const { provider, keys } = tenants, { appId, secret, instagramAppId, instagramSecret, version, was } = typed;
  // Made beforehand: what Meta is to say is generated with the first look at it, by a writing of its own.
  const before = metaShown(tenants);
  const changed = provider.write((db) => {
    const isOther = (key: "metaAppId" | "metaInstagramAppId", id: string) =>
      id !== "" && id !== providerSetting(db, key);
    const fields = {
      ...(isOther("metaAppId", appId) && !secret ? { secret: "required" as const } : {}),
      ...(isOther("metaInstagramAppId", instagramAppId) && !instagramSecret
        ? { instagramSecret: "required" as const }
        : {}),
    };
    if (Object.keys(fields).length > 0) refuse("ERR_INVALID_INPUT", { fields });
    const values = {
      metaAppId: appId,
      metaInstagramAppId: instagramAppId,
      metaVersion: version,
      ...secretOf("metaSecret", appId, secret),
      ...secretOf("metaInstagramSecret", instagramAppId, instagramSecret),
    };
    return changeSettingSet(db, { values, of: PROVIDER_SETS.meta, was, shown: () => before }, {
      keys,
      ...by,
    });
  });
  readAppAnew(tenants);
  for (const record of changed) publishToSupers(tenants, "providerSetting", { action: "update", record });
}

/** Without an app there is nothing for its secret to be kept for. */
function secretOf(key: "metaSecret" | "metaInstagramSecret", appId: string, typed: string | undefined) {
  if (!appId) return { [key]: "" };
  return typed ? { [key]: typed } : {};
}
