import type { BinaryNode } from "@whiskeysockets/baileys";
import type { LinkedDevice } from "./linked_device.ts";
import type { Network } from "./network.ts";
import { childOf, childrenOf, seconds, stanza } from "./stanza.ts";

/** A linked device sends a message: the server answers at once, then brings every envelope to whom it is for. */
export function acceptMessage(network: Network, device: LinkedDevice, node: BinaryNode): void {
  const { id, to } = node.attrs;
  const error = network.faults.refusal("message", device.number);
  const ack = { class: "message", id, from: to, t: seconds(), error: error === undefined ? undefined : String(error) };
  device.connection?.send(stanza("ack", ack));
  if (error !== undefined) return;
  network.faults.whenReleased(device.number, () => {
    for (const envelope of envelopesOf(node)) bring(network, device, { node, ...envelope });
  });
}

interface Envelope {
  jid: string;
  enc: BinaryNode;
}

/** One per recipient device; a retry for a single device comes without the list. */
function envelopesOf(node: BinaryNode): Envelope[] {
  const bare = childOf(node, "enc");
  if (bare) return [{ jid: node.attrs.to ?? "", enc: bare }];
  return childrenOf(childOf(node, "participants")).flatMap((to) => {
    const enc = childOf(to, "enc");
    return enc ? [{ jid: to.attrs.jid ?? "", enc }] : [];
  });
}

function bring(network: Network, sender: LinkedDevice, { node, jid, enc }: Envelope & { node: BinaryNode }): void {
  const { id = "", to = "", recipient, type } = node.attrs;
  const found = network.find(jid);
  if (!found) return;
  if (!found.device) {
    const arrival = { from: sender.number, chat: sender.number, id, at: new Date() };
    found.phone.take({ ...arrival, sealed: { device: sender, enc, to } });
    return;
  }
  const isOwn = found.phone.number === sender.number;
  const attrs = { from: sender.jid, id, t: seconds(), type, sender_lid: isOwn ? undefined : sender.lid };
  found.device.deliver(stanza("message", { ...attrs, recipient: isOwn ? recipient ?? to : undefined }, [enc]));
}
