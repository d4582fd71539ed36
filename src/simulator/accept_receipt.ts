import type { BinaryNode } from "@whiskeysockets/baileys";
import { sendFileAgain } from "./media_again.ts";
import type { LinkedDevice, Network } from "./model.ts";
import { renew } from "./send.ts";
import { childOf, childrenOf, stanza } from "./stanza.ts";

/** A linked device says that it has, has read or cannot read messages. */
export async function acceptReceipt(network: Network, device: LinkedDevice, node: BinaryNode): Promise<void> {
  const { id, to, type, recipient, participant } = node.attrs;
  const ids = [id, ...childrenOf(childOf(node, "list")).map(({ attrs }) => attrs.id)].filter((id) => id !== undefined);
  device.connection?.send(stanza("ack", { class: "receipt", id, from: to, type, participant }));
  // For copies of messages its own side sent, the device names the chat and not always the sender.
  const from = type === "sender" ? device.jid : to;
  if (type === "retry") {
    const kind = { tag: "message", id, from: recipient ? device.jid : to };
    if (!await device.retry(kind, (letter) => renew(device, letter, childOf(node, "retry")?.attrs.count ?? "1"))) {
      forward(network, device, node);
    }
    return;
  }
  if (type === "server-error") return sendFileAgain(device, node);
  for (const id of ids) device.acknowledge({ tag: "message", id, from });
  const status = STATUS[type ?? ""];
  const sender = network.find(participant ?? to)?.phone;
  if (!status || !sender) return;
  for (const id of ids) sender.hears(id, status);
  // That a message was delivered, the phone itself reports already.
  if (status !== "delivered") { for (const other of sender.devices) forward(network, device, node, other); }
}

/** To a client of the other side: what a client of this side said about its message. */
function forward(network: Network, from: LinkedDevice, node: BinaryNode, to?: LinkedDevice): void {
  const { id, type, t, participant } = node.attrs;
  const isGroup = network.group(node.attrs.to ?? "") !== undefined;
  const attrs = isGroup
    ? { from: node.attrs.to, participant: type === "retry" ? from.lid : from.phone.lid }
    : { from: type === "retry" ? from.jid : from.phone.from };
  const receiver = to ?? network.find(participant ?? node.attrs.to)?.device;
  receiver?.deliver(stanza("receipt", { ...attrs, id, type, t }, node.content));
}

const STATUS: Record<string, "delivered" | "read" | "played"> = {
  "": "delivered",
  inactive: "delivered",
  read: "read",
  played: "played",
};
