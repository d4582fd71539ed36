import type { MetaApp } from "../channels/channel.ts";
import type { MetaSettings } from "../contract/meta.ts";
import { PROVIDER_SETS } from "../contract/provider_settings.ts";
import type { Read } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import {
  generatedSecret,
  providerSecret,
  providerSetting,
  settingSet,
} from "../provider_settings/provider_settings.ts";

/** Where Meta tells what happens; below the address of this product. */
export const NOTICES_PATH = "/api/meta/notices";
/** The page to which people come back from Meta's login. */
const LOGIN_PATH = "/connections";

/** Read with each of Meta's notices: remembered until it is saved anew, which only this process does. */
const apps = new WeakMap<Tenants, { app: MetaApp | undefined }>();

/** The provider's app at Meta; nothing where none is set up. */
export function metaApp(tenants: Tenants): MetaApp | undefined {
  const known = apps.get(tenants) ?? { app: readApp(tenants) };
  apps.set(tenants, known);
  return known.app;
}

export function readAppAnew(tenants: Tenants): void {
  apps.delete(tenants);
}

function readApp(tenants: Tenants): MetaApp | undefined {
  const { provider: { read }, keys } = tenants, id = providerSetting(read, "metaAppId");
  const secret = providerSecret(read, "metaSecret", keys);
  if (!id || !secret) return undefined;
  return {
    id,
    secret,
    instagramId: providerSetting(read, "metaInstagramAppId"),
    instagramSecret: providerSecret(read, "metaInstagramSecret", keys),
    verifyToken: generatedSecret(tenants, "metaVerifyToken"),
    version: providerSetting(read, "metaVersion"),
  };
}

/** Where others reach this product: as a super user has set it, else as the server was started; without a slash at its end. */
export function ownAddress({ provider, ownAddress }: Pick<Tenants, "provider" | "ownAddress">): string {
  return (providerSetting(provider.read, "siteAddress") || ownAddress).replace(/\/$/, "");
}

/** Where Meta sends people back to. */
export function loginReturn(tenants: Tenants): string {
  return ownAddress(tenants) + LOGIN_PATH;
}

export function metaShown(tenants: Tenants): MetaSettings {
  const db = tenants.provider.read;
  return {
    appId: providerSetting(db, "metaAppId"),
    secretAt: setAt(db, "metaSecret"),
    instagramAppId: providerSetting(db, "metaInstagramAppId"),
    instagramSecretAt: setAt(db, "metaInstagramSecret"),
    version: providerSetting(db, "metaVersion"),
    verifyToken: generatedSecret(tenants, "metaVerifyToken"),
    noticesAddress: ownAddress(tenants) + NOTICES_PATH,
    loginAddress: loginReturn(tenants),
    revision: settingSet(db, PROVIDER_SETS.meta).revision,
  };
}

function setAt(db: Read, key: "metaSecret" | "metaInstagramSecret"): string | null {
  const { changedAt } = settingSet(db, [key]);
  return providerSetting(db, key) && changedAt !== null ? new Date(changedAt).toISOString() : null;
}
