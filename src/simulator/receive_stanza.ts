import type { BinaryNode } from "@whiskeysockets/baileys";
import { acceptMessage } from "./accept_message.ts";
import { acceptReceipt } from "./accept_receipt.ts";
import { acceptCall } from "./calls.ts";
import { answerIq } from "./iqs.ts";
import type { Connection, LinkedDevice } from "./model.ts";
import { childrenOf, stanza } from "./stanza.ts";

/** Everything a client sends after the handshake. */
export async function receiveStanza(connection: Connection, node: BinaryNode): Promise<void> {
  const { device, network } = connection;
  if (node.tag === "iq") return await answerIq(connection, node);
  if (!device) return;
  switch (node.tag) {
    case "message":
      return await acceptMessage(network, device, node);
    case "receipt":
      return await acceptReceipt(network, device, node);
    case "ack":
      return acceptAck(device, node);
    case "call":
      return acceptCall(network, device, node);
    case "presence":
      return answerPresence(connection, node);
    case "chatstate":
      return network.find(node.attrs.to)?.phone.seesTyping(device.number, childrenOf(node)[0]?.tag === "composing");
  }
}

function answerPresence(connection: Connection, { attrs }: BinaryNode): void {
  if (attrs.type === "available" || attrs.type === "unavailable") connection.isAvailable = attrs.type === "available";
  const phone = attrs.type === "subscribe" && connection.network.find(attrs.to)?.phone;
  if (!phone) return;
  connection.watched.add(phone.number);
  connection.send(stanza("presence", { from: attrs.to, type: phone.isOnline ? undefined : "unavailable" }));
}

function acceptAck(device: LinkedDevice, { attrs }: BinaryNode): void {
  const { id, type, participant } = attrs;
  const kind = { tag: attrs.class ?? "", id, from: attrs.to, type, participant };
  device.acknowledge(kind, attrs.error !== undefined);
}
