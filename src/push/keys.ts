import { createECDH } from "node:crypto";
import { generatedSecret, providerSetting } from "../provider_settings/provider_settings.ts";
import type { Tenants } from "../platform/tenants.ts";

const CURVE = "prime256v1";

/** The keys by which push services know this server (RFC 8292), in base64url; made once and never changed. */
export function pushKeys(tenants: Pick<Tenants, "provider" | "keys">): { publicKey: string; privateKey: string } {
  const privateKey = generatedSecret(tenants, "pushKey", newPrivateKey);
  const curve = createECDH(CURVE);
  curve.setPrivateKey(privateKey, "base64url");
  return { publicKey: curve.getPublicKey("base64url"), privateKey };
}

function newPrivateKey(): string {
  const curve = createECDH(CURVE);
  curve.generateKeys();
  return curve.getPrivateKey().toString("base64url");
}

/** Whom a push service may ask about this server (RFC 8292 §2.1). */
export function contactOf({ provider, ownAddress }: Pick<Tenants, "provider" | "ownAddress">): string {
  const site = providerSetting(provider.read, "siteAddress") || ownAddress;
  if (site.startsWith("https:")) return new URL(site).origin;
  const mail = /[^\s<>]+@[^\s<>]+/.exec(providerSetting(provider.read, "mailFrom"))?.[0];
  return `mailto:${mail ?? "balcao@example.com"}`;
}
