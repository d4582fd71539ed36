import type { BinaryNode } from "@whiskeysockets/baileys";
import { storePreKeys, storeSignedPreKey } from "./device_keys.ts";
import { answerGroup, answerOwnGroups, createGroup } from "./groups.ts";
import type { Connection, LinkedDevice, Network } from "./model.ts";
import { answerCodePairing } from "./pairing_code.ts";
import { childOf, childrenOf, iqError, iqResult, stanza } from "./stanza.ts";
import { answerMex } from "./standing.ts";
import { answerUsync } from "./usync.ts";

interface Question {
  network: Network;
  device: LinkedDevice;
  iq: BinaryNode;
  /** The first child of the iq. */
  child: BinaryNode | undefined;
}

/** The content of the result, or the code of an error. */
type Answer = BinaryNode[] | number | void;

/** What a client asks, as `xmlns type child`, and what it is answered. */
const ANSWERS: Record<string, (question: Question) => Answer> = {
  "encrypt get count": ({ device }) => [stanza("count", { value: String(device.keys.preKeys.length) })],
  "encrypt set registration": ({ device, iq }) => storePreKeys(device.keys, iq),
  "encrypt get digest": () => [stanza("digest")],
  "encrypt set rotate": ({ device, child }) => {
    const skey = childOf(child, "skey");
    if (skey) storeSignedPreKey(device.keys, skey);
  },
  "encrypt get key": ({ network, child }) => [stanza("list", {}, publishedKeys(network, child))],
  "usync get usync": ({ network, child }) => [answerUsync(network, child)],
  "abt get props": () => [stanza("props", { hash: "simulator" }, [])],
  "privacy get privacy": () => [stanza("privacy", {}, PRIVACY)],
  "privacy set tokens": () => [stanza("tokens")],
  "blocklist get": () => [stanza("list")],
  "md set remove-companion-device": ({ network, device }) => network.phone(device.number)?.removeDevice(device),
  "w:sync:app:state set sync": ({ network, device, child }) => network.phone(device.number)?.settings.answer(child),
  "w:m set media_conn": ({ network }) => [
    stanza("media_conn", { auth: "simulator", ttl: "3600" }, [stanza("host", { hostname: network.media.address })]),
  ],
  "w:g2 get query": answerGroup,
  "w:g2 get participating": answerOwnGroups,
  "w:g2 set create": createGroup,
  "w:mex get query": ({ network, device, child }) => [answerMex(network, device, child)],
  "w:p get ping": () => {},
  "urn:xmpp:whatsapp:dirty set clean": () => {},
  "w:stats add": () => {},
};

const PRIVACY = ["readreceipts", "profile", "status", "online", "last", "groupadd", "calladd"]
  .map((name) => stanza("category", { name, value: "all" }));

export async function answerIq(connection: Connection, iq: BinaryNode): Promise<void> {
  const { device, network, unlinked } = connection;
  const { xmlns, type = "" } = iq.attrs;
  const child = childrenOf(iq)[0];
  if (child?.tag === "pair-device-sign") return unlinked?.signed?.(iq);
  if (type === "result" || type === "error") return;
  const name = [xmlns, type, child?.tag].filter(Boolean).join(" ");
  network.asked.set(name, (network.asked.get(name) ?? 0) + 1);
  if (name === "passive set active" && device) {
    connection.send(iqResult(iq));
    return await network.phone(device.number)?.welcome(device);
  }
  if (name === "md set link_code_companion_reg") return answerCodePairing(connection, iq);
  if (name === "w:profile:picture get picture") return connection.send(iqError(iq, 404, "item-not-found"));
  const answer = ANSWERS[name];
  if (!answer || !device) return connection.send(iqError(iq, 501, "feature-not-implemented"));
  const content = answer({ network, device, iq, child });
  if (typeof content === "number") return connection.send(iqError(iq, content, "refused"));
  connection.send(iqResult(iq, content ?? undefined));
}

/** A bundle per jid; who does not exist is left out. */
function publishedKeys(network: Network, asked: BinaryNode | undefined): BinaryNode[] {
  return childrenOf(asked).flatMap(({ attrs: { jid } }) => {
    const found = network.find(jid);
    if (!found) return [];
    return [stanza("user", { jid }, found.device ? found.device.publish() : found.phone.sessions.publish())];
  });
}
