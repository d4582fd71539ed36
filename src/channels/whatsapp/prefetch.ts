import { getUnixTime } from "date-fns/getUnixTime";
import { Buffer } from "node:buffer";
import {
  extractDeviceJids,
  isLidUser,
  jidDecode,
  jidEncode,
  USyncQuery,
  USyncUser,
  type WASocket,
} from "@whiskeysockets/baileys";

/**
 * What the library would ask the network about each stranger before the first message to them, asked for all of them
 * at once: which devices they have, the keys of those that there is no session with, and the token by which they know
 * that we may write to them.
 *
 * The library asks one by one, each message waiting for the one before; and it opens a new session with everybody whose
 * LID it learns on the way, also with those who have just opened one by writing to us (7.0.0-rc14, getUSyncDevices).
 */
export async function prefetchDevices(sock: WASocket, jids: string[]): Promise<void> {
  const { me } = sock.authState.creds;
  const strangers = me ? await unknown(sock, jids) : [];
  if (!me || strangers.length === 0) return;
  const query = new USyncQuery().withContext("message").withDeviceProtocol().withLIDProtocol();
  for (const jid of strangers) query.withUser(new USyncUser().withId(jid));
  const { list = [] } = await sock.executeUSyncQuery(query) ?? {};
  const pairs = list.flatMap(({ id, lid }) => typeof lid === "string" ? [{ lid, pn: id }] : []);
  await sock.signalRepository.lidMapping.storeLIDPNMappings(pairs);
  const devices = Map.groupBy(extractDeviceJids(list, me.id, me.lid ?? "", false), ({ user }) => user);
  await sock.assertSessions(
    [...devices.values()].flat().map(({ user, server, device }) => jidEncode(user, server, device)),
  );
  await giveTokens(sock, strangers);
  const lists = [...devices].map(([user, of]) => [user, of.map(({ device }) => String(device ?? 0))]);
  await sock.authState.keys.set({ "device-list": Object.fromEntries(lists) });
  // Last, because whom it finds here the library asks nothing more about.
  await sock.userDevicesCache.mset?.([...devices].map(([key, value]) => ({ key, value })) as never);
}

/** Those whose devices the library does not know. */
async function unknown({ userDevicesCache }: WASocket, jids: string[]): Promise<string[]> {
  const users = new Map(jids.map((jid) => [jidDecode(jid)?.user ?? "", jid]));
  const known = await userDevicesCache.mget?.([...users.keys()]) ?? {};
  return [...users].flatMap(([user, jid]) => (known as Record<string, unknown>)[user] ? [] : [jid]);
}

/** Under this id the library keeps the list of all whom it has tokens of, to clear them away some day. */
const ALL_TOKENS = "__index";
/** ms. */
const LISTED_EVERY = 30_000;

/**
 * Marks them as the library does after its own giving (7.0.0-rc14, relayMessage), which renews the tokens later. Nobody
 * waits for the network's answer; without one the marks go, and the library gives the token with the next message.
 */
async function giveTokens(sock: WASocket, jids: string[]): Promise<void> {
  const { keys } = sock.authState;
  const people = await Promise.all(jids.map((jid) => tokenNamesOf(sock, jid)));
  const had = await keys.get("tctoken", people.map(({ kept }) => kept));
  const without = people.filter(({ kept }) => had[kept]?.senderTimestamp === undefined);
  if (without.length === 0) return;
  const senderTimestamp = getUnixTime(Date.now()), names = without.map(({ kept }) => kept);
  const marks = names.map((name) => [name, { token: Buffer.alloc(0), ...had[name], senderTimestamp }]);
  await keys.set({ tctoken: Object.fromEntries(marks) });
  listLater(sock, names);
  sock.issuePrivacyTokens(without.map(({ given }) => given), senderTimestamp)
    .catch(() => unmark(sock, names))
    // The line is gone, or the disk is full; both are said elsewhere.
    .catch(() => {});
}

/** Names that are not on the list of all yet. */
const unlisted = new WeakMap<WASocket, Set<string>>();

/** The list is written as a whole, which takes longer the more people were ever written to. A crash only leaves some off it. */
function listLater(sock: WASocket, names: readonly string[]): void {
  const waiting = unlisted.get(sock);
  if (waiting) return names.forEach((name) => waiting.add(name));
  const next = new Set(names);
  unlisted.set(sock, next);
  setTimeout(() => {
    unlisted.delete(sock);
    if (sock.ws.isOpen) {
      list(sock, next).catch(() => {/* The line is gone, or the disk is full; both are said elsewhere. */});
    }
  }, LISTED_EVERY);
}

async function list({ authState: { keys } }: WASocket, names: ReadonlySet<string>): Promise<void> {
  const { [ALL_TOKENS]: had } = await keys.get("tctoken", [ALL_TOKENS]);
  const all: string[] = had?.token.length ? JSON.parse(had.token.toString()) : [];
  const token = Buffer.from(JSON.stringify([...new Set([...all, ...names])]));
  await keys.set({ tctoken: { [ALL_TOKENS]: { token } } });
}

/** What they have given us since stays. */
async function unmark({ authState: { keys } }: WASocket, names: string[]): Promise<void> {
  const had = await keys.get("tctoken", names);
  const theirs = names.map((name) => {
    const { senderTimestamp: _, ...given } = had[name] ?? { token: Buffer.alloc(0) };
    return [name, given.token.length > 0 ? given : null];
  });
  await keys.set({ tctoken: Object.fromEntries(theirs) });
}

/** Under which name a person's token is kept, and to which it is given. */
async function tokenNamesOf(
  { signalRepository: { lidMapping }, serverProps }: WASocket,
  jid: string,
): Promise<{ kept: string; given: string }> {
  const [lid, phone] = isLidUser(jid)
    ? [jid, await lidMapping.getPNForLID(jid)]
    : [await lidMapping.getLIDForPN(jid), jid];
  return { kept: lid ?? jid, given: (serverProps.lidTrustedTokenIssueToLid ? lid : phone) ?? jid };
}
