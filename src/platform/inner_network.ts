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
/** Of IPv6 only what is given out to the world (2000::/3) leads outside; and of that, no IPv4 address in another dress. */
const OUTER6 = new BlockList();
OUTER6.addSubnet("2000::", 3, "ipv6");
for (const [network, bits] of [["2001::", 32], ["2001:db8::", 32], ["2002::", 16]] as const) {
  INNER.addSubnet(network, bits, "ipv6");
}

/** How long (ms) the machine's own addresses are taken as they were. */
const OWN_FOR = 60_000;
let own: { list: Set<string>; at: number } | undefined;

/** The machine's own addresses, public ones as well: what listens behind a firewall would be reached from within. */
function isOwn(address: string): boolean {
  const now = Date.now();
  if (!own || Math.abs(now - own.at) > OWN_FOR) {
    own = { list: new Set(Deno.networkInterfaces().map((each) => each.address.replace(/%.*$/, ""))), at: now };
  }
  return own.list.has(address);
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
  if (isOwn(plain)) return true;
  if (isIP(plain) !== 6) return INNER.check(plain, "ipv4");
  return !OUTER6.check(plain, "ipv6") || INNER.check(plain, "ipv6");
}
