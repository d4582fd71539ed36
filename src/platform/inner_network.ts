import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { NoAnswer } from "./ask_outside.ts";

/** Addresses that lead to nobody outside (RFC 6890 and its registries): this machine, private networks, clouds' metadata. */
const INNER = new BlockList();
for (
  const [network, bits] of [
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["224.0.0.0", 3],
  ] as const
) INNER.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [["::", 127], ["64:ff9b::", 96], ["fc00::", 7], ["fe80::", 10], ["ff00::", 8]] as const) {
  INNER.addSubnet(network, bits, "ipv6");
}

/** Who allows machines inside: the command line (BALCAO_INNER_HOSTS), and super users in the provider's settings. */
type Allowing = "config" | "setting";
const allowed: Record<Allowing, readonly string[]> = { config: [], setting: [] };

/** Host names and addresses of the provider's own network that companies may name all the same. */
export function allowInner(hosts: readonly string[], by: Allowing = "config"): void {
  allowed[by] = hosts.map((host) => host.toLowerCase().replace(/^\[|\]$/g, ""));
}

type Resolve = (host: string, options: { all: true }) => Promise<LookupAddress[]>;

/**
 * Where an address leads, to be connected to as it is (`askAt`): asked once more, its name could mean another machine.
 * Throws a NoAnswer for one that leads into the network in which this process runs: whoever has a company could have its
 * other machines asked otherwise.
 */
export async function outerAddresses(address: string, resolve: Resolve = lookup): Promise<LookupAddress[]> {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "").toLowerCase(), family = isIP(host);
  const found = family ? [{ address: host, family }] : await resolve(host, { all: true }).catch(() => {
    throw new NoAnswer("its name is not known");
  });
  const isAllowed = Object.values(allowed).some((hosts) => hosts.includes(host));
  if (!isAllowed && found.some((one) => isInner(one.address))) {
    throw new NoAnswer("it lies in the inner network");
  }
  return found;
}

export function isInner(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "").replace(/%.*$/, "");
  // An IPv4 address in hexadecimal dress.
  if (/^::ffff:/i.test(plain)) return true;
  return INNER.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
}
