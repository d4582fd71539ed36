import { timingSafeEqual } from "node:crypto";
import { Buffer } from "node:buffer";
import { readPixKey } from "../shared/pix_key.ts";
import type { Tenants } from "../platform/tenants.ts";
import { generatedSecret, providerSecret, providerSetting } from "../provider_settings/provider_settings.ts";
import { type EfiGateway, efiGateway } from "./efi.ts";
import { staticCode } from "../shared/static_code.ts";

/** Each data folder's gateway, kept while nobody changes its settings: its line knows a token. */
const kept = new WeakMap<Tenants, { chosen: string; gateway: EfiGateway }>();
let authority: string | undefined;

/** Also trusts what this authority (PEM) has signed, when the bank is a simulated one. */
export function trustBank(ca: string | undefined): void {
  authority = ca;
}

/** What the bank is reached with; nothing when none is chosen, when only a key is, or when something is missing. */
function accessOf({ provider: { read }, keys }: Tenants) {
  const pixKey = readPixKey(providerSetting(read, "pixKey"));
  const access = {
    address: providerSetting(read, "efiAddress"),
    clientId: providerSecret(read, "efiClientId", keys),
    clientSecret: providerSecret(read, "efiClientSecret", keys),
    certificate: providerSecret(read, "efiCertificate", keys),
    ca: authority,
  };
  const { clientId, clientSecret, certificate } = access;
  const isSet = providerSetting(read, "pixGateway") === "efi" && clientId && clientSecret && certificate;
  return isSet && pixKey ? { ...access, pixKey } : undefined;
}

/** The bank that the provider has set, or nothing when none is, when only a key is, or when something is missing. */
export function gatewayOf(tenants: Tenants): EfiGateway | undefined {
  const had = kept.get(tenants), access = accessOf(tenants), chosen = access ? JSON.stringify(access) : "";
  if (had?.chosen === chosen) return had.gateway;
  had?.gateway.close();
  kept.delete(tenants);
  if (!access) return undefined;
  const gateway = efiGateway(access);
  kept.set(tenants, { chosen, gateway });
  return gateway;
}

/** The same on a line of its own that knows no token yet, to try whether the bank lets us in; whoever asks closes it. */
export function freshGatewayOf(tenants: Tenants): EfiGateway | undefined {
  const access = accessOf(tenants);
  return access && efiGateway(access);
}

/** The static code for an amount to the provider's own key; nothing while key, name or city are missing. */
export function staticCodeOf(
  { provider: { read } }: Tenants,
  about: { cents: number; txid: string; text: string },
): string | undefined {
  const [key, name, city] = (["pixKey", "pixName", "pixCity"] as const).map((each) => providerSetting(read, each));
  return key && name && city ? staticCode({ key, name, city, ...about }) : undefined;
}

/** What the address has for which the bank is given leave to call us. */
export function noticeSecret(tenants: Tenants): string {
  return generatedSecret(tenants, "efiWebhookSecret");
}

export function isNoticeSecret(tenants: Tenants, said: string): boolean {
  const secret = Buffer.from(noticeSecret(tenants)), other = Buffer.from(said);
  return secret.length === other.length && timingSafeEqual(secret, other);
}
