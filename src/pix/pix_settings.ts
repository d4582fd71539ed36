import { X509Certificate } from "node:crypto";
import { refuse } from "../contract/errors.ts";
import type { Pix } from "../contract/pix.ts";
import type { PixGateway } from "../contract/pix_gateways.ts";
import { PROVIDER_SETS, PROVIDER_SETTINGS } from "../contract/provider_settings.ts";
import type { Read, Write } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import {
  type By,
  changeSettingSet,
  providerSecret,
  providerSetting,
  settingSet,
} from "../provider_settings/provider_settings.ts";
import { keepAccess } from "./bank_access.ts";
import type { ClientCertificate } from "./certificate.ts";
import { refuseCertificate } from "./certificate_fault.ts";

/** How companies pay, as screens get it. `db` is provider.db here, always. */
export function pixShown(db: Read, keys: Keys): Pix {
  return {
    gateway: providerSetting(db, "pixGateway") as PixGateway,
    key: providerSetting(db, "pixKey"),
    name: providerSetting(db, "pixName"),
    city: providerSetting(db, "pixCity"),
    address: providerSetting(db, "efiAddress"),
    clientIdAt: setAt(db, "efiClientId"),
    clientSecretAt: setAt(db, "efiClientSecret"),
    certificate: certificateShown(db, keys),
    siteAddress: providerSetting(db, "siteAddress"),
    revision: settingSet(db, PROVIDER_SETS.pix).revision,
  };
}

type Secret = "efiClientId" | "efiClientSecret" | "efiCertificate";

function setAt(db: Read, key: Secret): string | null {
  const { changedAt } = settingSet(db, [key]);
  return providerSetting(db, key) && changedAt !== null ? new Date(changedAt).toISOString() : null;
}

function certificateShown(db: Read, keys: Keys): Pix["certificate"] {
  const pem = providerSecret(db, "efiCertificate", keys);
  if (!pem) return null;
  return { setAt: setAt(db, "efiCertificate"), validUntil: new Date(new X509Certificate(pem).validTo).toISOString() };
}

/** What was typed of how companies pay. */
export interface TypedPix {
  gateway: PixGateway;
  key: string;
  name: string;
  city: string;
  address: string;
  clientId?: string;
  clientSecret?: string;
}

/**
 * Sets how companies pay. Refuses with ERR_INVALID_INPUT what is missing for the way that was chosen, and with
 * ERR_CERTIFICATE a bank without a certificate. `was` is the revision that its maker saw.
 */
export function savePix(db: Write, typed: TypedPix, { was, keys, ...by }: By & { was?: number; keys: Keys }) {
  const { gateway, key, name, city, clientId, clientSecret } = typed;
  const address = typed.address.replace(/\/$/, "");
  refuseMissing(missingIn(db, { ...typed, address }));
  if (gateway === "efi" && !providerSetting(db, "efiCertificate")) refuseCertificate("missing");
  const values = {
    ...{ pixGateway: gateway, pixKey: key, pixName: name, pixCity: city, efiAddress: address },
    ...(clientId ? { efiClientId: clientId } : {}),
    ...(clientSecret ? { efiClientSecret: clientSecret } : {}),
  };
  const shown = (read: Read) => pixShown(read, keys);
  keepAccess(db, keys);
  return changeSettingSet(db, { values, of: PROVIDER_SETS.pix, was, shown }, { keys, ...by });
}

function missingIn(db: Read, { gateway, key, name, city, address, clientId, clientSecret }: TypedPix): string[] {
  if (gateway === "") return [];
  if (gateway === "key") return emptyOf({ key, name, city });
  const stored = providerSetting(db, "efiAddress") || PROVIDER_SETTINGS.efiAddress.start;
  // They go to no other bank than they were typed for.
  const isSame = address === stored.replace(/\/$/, "");
  const kept = (secret: Secret, now = "") => now || (isSame ? providerSetting(db, secret) : "");
  const clients = {
    clientId: kept("efiClientId", clientId),
    clientSecret: kept("efiClientSecret", clientSecret),
  };
  return emptyOf({ key, address, ...clients });
}

function emptyOf(fields: Record<string, string>): string[] {
  return Object.keys(fields).filter((name) => fields[name] === "");
}

function refuseMissing(names: string[]): void {
  if (names.length === 0) return;
  refuse("ERR_INVALID_INPUT", { fields: Object.fromEntries(names.map((name) => [name, "required"] as const)) });
}

/** Sets what proves to the bank who we are; it is kept sealed. */
export function saveCertificate(db: Write, { cert, key }: ClientCertificate, { keys, ...by }: By & { keys: Keys }) {
  const values = { efiCertificate: cert + key };
  const shown = (read: Read) => pixShown(read, keys);
  return changeSettingSet(db, { values, of: PROVIDER_SETS.certificate, shown }, { keys, ...by });
}
