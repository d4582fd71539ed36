import type { BinaryNode } from "@whiskeysockets/baileys";
import { membersOf } from "./groups.ts";
import type { Group, LinkedDevice, Network } from "./model.ts";
import { childOf, childrenOf, seconds, stanza } from "./stanza.ts";

/** A linked device sends a message: the server answers at once, then brings every envelope to whom it is for. */
export function acceptMessage(network: Network, device: LinkedDevice, node: BinaryNode): void {
  const { id, to } = node.attrs;
  const error = network.faults.refusal("message", device.number);
  const ack = { class: "message", id, from: to, t: seconds(), error: error === undefined ? undefined : String(error) };
  device.connection?.send(stanza("ack", ack));
  if (error !== undefined) return;
  void network.faults.whenReleased(device.number, () => {
    const group = network.group(to ?? "");
    const envelopes = group ? groupEnvelopes(network, group, { node, sender: device }) : envelopesOf(node);
    for (const envelope of envelopes) bring(network, device, { node, ...envelope });
  });
}

interface Envelope {
  /** The recipient device. */
  jid: string;
  encs: BinaryNode[];
}

/** One per recipient device; a retry for a single device comes without the list. */
function envelopesOf(node: BinaryNode): Envelope[] {
  const bare = childOf(node, "enc");
  if (bare) return [{ jid: node.attrs.to ?? "", encs: [bare] }];
  return childrenOf(childOf(node, "participants")).flatMap((to) => {
    const enc = childOf(to, "enc");
    return enc ? [{ jid: to.attrs.jid ?? "", encs: [enc] }] : [];
  });
}

interface ToGroup {
  node: BinaryNode;
  sender: LinkedDevice;
}

/** What is sealed for the group goes to every member, after the sender's key where one is enclosed. */
function groupEnvelopes(network: Network, group: Group, { node, sender }: ToGroup): Envelope[] {
  const sealed = childrenOf(node).filter(({ tag }) => tag === "enc");
  if (node.attrs.participant) return [{ jid: node.attrs.participant, encs: sealed }];
  const keys = new Map(
    childrenOf(childOf(node, "participants")).map((to) => {
      return [deviceOf(network, to.attrs.jid), childrenOf(to).filter(({ tag }) => tag === "enc")];
    }),
  );
  return membersOf(network, group).flatMap((phone) => [phone.lid, ...phone.devices.map(({ lid }) => lid)])
    .filter((jid) => jid !== sender.lid)
    .map((jid) => ({ jid, encs: [...keys.get(deviceOf(network, jid)) ?? [], ...sealed] }));
}

function deviceOf(network: Network, jid: string | undefined): string {
  const found = network.find(jid);
  return `${found?.phone.number}:${found?.device?.device ?? 0}`;
}

function bring(network: Network, sender: LinkedDevice, { node, jid, encs }: Envelope & { node: BinaryNode }): void {
  const { id = "", to = "", recipient, type } = node.attrs;
  const found = network.find(jid);
  if (!found) return;
  if (!found.device) {
    const chat = network.group(to) ? to : sender.number;
    found.phone.line.take({ from: sender.number, chat, id, at: new Date(), sealed: { device: sender, encs, to } });
    return;
  }
  if (network.group(to)) {
    const addresses = { from: to, participant: sender.lid, participant_pn: sender.phone.jid, addressing_mode: "lid" };
    return found.device.deliver(stanza("message", { ...addresses, id, t: seconds(), type }, encs));
  }
  const isOwn = found.phone.number === sender.number;
  const attrs = { from: sender.jid, id, t: seconds(), type, sender_lid: isOwn ? undefined : sender.lid };
  found.device.deliver(stanza("message", { ...attrs, recipient: isOwn ? recipient ?? to : undefined }, encs));
}
