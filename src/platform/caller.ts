import { BlockList, isIP } from "node:net";
import type { Context } from "hono";

/** Where a request comes from and which address of ours it used, as far as those who carried it are to be believed. */
export interface Caller {
  /** An IP address; empty when there is no network in between (tests). */
  address: string;
  /** Browsers reach us by https, whatever a proxy makes of it on the last stretch. */
  isSecure: boolean;
  /** Host and port by which it was addressed. */
  host: string;
}

export interface Ways {
  /** The address that browsers use. */
  publicUrl?: string;
  /** Proxies whose word about the caller counts. */
  trusted: BlockList;
}

/** IP addresses and networks (`10.0.0.0/8`), separated by commas; nothing when one of them is neither. */
export function readProxies(text: string | undefined): BlockList | undefined {
  const list = new BlockList();
  for (const one of (text ?? "").split(",").map((part) => part.trim()).filter(Boolean)) {
    const [address = "", bits] = one.split("/");
    const family = familyOf(address);
    const most = family === "ipv6" ? 128 : 32;
    if (!family || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))) return undefined;
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether one of our proxies has carried a request here. */
export function isFromProxy(http: Context, { trusted }: Ways): boolean {
  return isTrusted(trusted, peerOf(http));
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");
/** What a proxy adds to what it carries. */
const CARRIED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

/** Whether a program of this machine has made a request by itself: not for somebody else, as a proxy does. */
export function isOfThisMachine(http: Context): boolean {
  return isTrusted(LOOPBACK, peerOf(http)) && CARRIED.every((name) => http.req.header(name) === undefined);
}

function peerOf(http: Context): string {
  return plainAddress((http.env as Env | undefined)?.remoteAddr?.hostname ?? "");
}

/** What is known of a caller. Headers of a proxy count only when the proxy is one of ours. */
export function callerOf(http: Context, { publicUrl, trusted }: Ways): Caller {
  const peer = peerOf(http);
  const isOurs = isTrusted(trusted, peer);
  const word = (name: string) => isOurs ? http.req.header(name)?.split(",").at(-1)?.trim() : undefined;
  const own = publicUrl === undefined ? undefined : new URL(publicUrl);
  return {
    address: isOurs ? firstStranger(http.req.header("x-forwarded-for"), trusted) ?? peer : peer,
    isSecure: own ? own.protocol === "https:" : word("x-forwarded-proto") === "https",
    host: own?.host ?? word("x-forwarded-host") ?? http.req.header("host") ?? hostOf(http.req.url) ?? "",
  };
}

interface Env {
  remoteAddr?: { hostname?: string };
}

/** Each proxy adds at the end whom it heard, so the last that is no proxy of ours is the caller. */
function firstStranger(chain: string | undefined, trusted: BlockList): string | undefined {
  const hops = (chain ?? "").split(",").map((part) => plainAddress(part.trim()));
  const stranger = hops.findLast((address) => !isTrusted(trusted, address));
  return stranger !== undefined && isIP(stranger) ? stranger : undefined;
}

/** What a list says of an address; asking it takes longer than all else that is done for a small answer. */
const asked = new WeakMap<BlockList, Map<string, boolean>>();
const MOST_ASKED = 1000;

function isTrusted(trusted: BlockList, address: string): boolean {
  let known = asked.get(trusted);
  if (!known || known.size >= MOST_ASKED) asked.set(trusted, known = new Map());
  const answer = known.get(address) ?? isOn(trusted, address);
  known.set(address, answer);
  return answer;
}

function isOn(list: BlockList, address: string): boolean {
  const family = familyOf(address);
  return family !== undefined && list.check(address, family);
}

function familyOf(address: string): "ipv4" | "ipv6" | undefined {
  return ({ 4: "ipv4", 6: "ipv6" } as const)[isIP(address) as 4 | 6];
}

/** Without port, brackets, zone or the IPv6 dress of an IPv4 address. */
function plainAddress(text: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return bare.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
}

function hostOf(address: string): string | undefined {
  return URL.parse(address)?.host;
}

/** Whom a limit by address counts: an IPv4 address, or a /64, which one IPv6 household has to itself (RFC 6177). */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const front = head.split(":").filter(Boolean), back = (tail ?? "").split(":").filter(Boolean);
  const gap = Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0");
  const first = [...front, ...(tail === undefined ? [] : gap), ...back].slice(0, 4);
  return `${first.map((group) => parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/**
 * Whether a page that is not ours made the browser ask (behaviour.md, Access). Whoever is no browser says neither where
 * the request begins nor from where, and passes.
 */
export function isForeign(http: Context, { host }: Caller, publicUrl?: string): boolean {
  if (http.req.header("sec-fetch-site") === "cross-site") return true;
  const origin = http.req.header("origin");
  if (origin === undefined) return false;
  const from = URL.parse(origin);
  if (!from?.host) return true;
  if (publicUrl !== undefined) return from.origin !== new URL(publicUrl).origin;
  // The scheme says nothing here: a proxy may speak https to the browser and never tell us.
  return from.host !== hostOf(`${from.protocol}//${host}`);
}
