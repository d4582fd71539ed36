import { timingSafeEqual } from "node:crypto";
import { Buffer } from "node:buffer";
import type { Tenants } from "../platform/tenants.ts";
import { generatedSecret, providerSetting } from "../provider_settings/provider_settings.ts";
import { accessSet, type BankAccess, formerAccesses, nameOfAccess } from "./bank_access.ts";
import { type EfiGateway, efiGateway } from "./efi.ts";
import { staticCode } from "../shared/static_code.ts";

interface Line {
  /** What it was opened with. */
  reachedWith: string;
  gateway: EfiGateway;
}

/** Each data folder's lines to its banks by the names of their accesses, kept while nobody changes them: a line knows a token. */
const lines = new WeakMap<Tenants, Map<string, Line>>();
let authority: string | undefined;

/** Also trusts what this authority (PEM) has signed, when the bank is a simulated one. */
export function trustBank(ca: string | undefined): void {
  authority = ca;
}

/** A bank, and the name of the access by which it is reached (`nameOfAccess`). */
export interface ReachedBank<G = EfiGateway> {
  access: string;
  gateway: G;
}

/** The bank that the provider has set, or nothing when none is, when only a key is, or when something is missing. */
export function bankSet(tenants: Tenants): ReachedBank | undefined {
  return banksOf(tenants).set;
}

/** The one by a name: that which is set, or one that was set before and is still asked about its charges. */
export function bankNamed(tenants: Tenants, access: string): EfiGateway | undefined {
  const { set, lineTo } = banksOf(tenants);
  return set?.access === access ? set.gateway : lineTo(access);
}

/** The names of those that were set before. */
export function formerBanks({ provider: { read }, keys }: Tenants): string[] {
  return [...formerAccesses(read, keys).keys()];
}

function banksOf(tenants: Tenants) {
  const { provider: { read }, keys } = tenants, access = accessSet(read, keys);
  const former = formerAccesses(read, keys), had = lines.get(tenants) ?? new Map<string, Line>();
  lines.set(tenants, had);
  const name = access && nameOfAccess(keys, access);
  for (const [each, { gateway }] of had) {
    if (each === name || former.has(each)) continue;
    gateway.close();
    had.delete(each);
  }
  const lineTo = (each: string) => former.has(each) ? lineWith(had, each, former.get(each)!) : undefined;
  return { set: access && name ? { access: name, gateway: lineWith(had, name, access) } : undefined, lineTo };
}

function lineWith(had: Map<string, Line>, name: string, access: BankAccess): EfiGateway {
  const reachedWith = JSON.stringify({ ...access, ca: authority }), known = had.get(name);
  if (known?.reachedWith === reachedWith) return known.gateway;
  known?.gateway.close();
  const gateway = efiGateway({ ...access, ca: authority });
  had.set(name, { reachedWith, gateway });
  return gateway;
}

/** The one that is set, on a line of its own that knows no token yet, to try whether it lets us in; whoever asks closes it. */
export function freshGatewayOf({ provider: { read }, keys }: Tenants): EfiGateway | undefined {
  const access = accessSet(read, keys);
  return access && efiGateway({ ...access, ca: authority });
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
