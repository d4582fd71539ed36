import { type BinaryNode, encodeWAMessage, type proto } from "@whiskeysockets/baileys";
import { mediaType, stanzaType } from "./contents.ts";
import type { LinkedDevice } from "./linked_device.ts";
import type { Phone } from "./phone.ts";
import { seconds, stanza } from "./stanza.ts";

export interface Outgoing {
  to: string;
  id: string;
  message: proto.IMessage;
  /** Called when a linked device of the other side has it. */
  acknowledged?: () => void;
}

/**
 * Brings a phone's message to the other phone, to that one's linked devices and to the sender's own; settles when it is
 * on its way to all of them.
 */
export function send(phone: Phone, outgoing: Outgoing): Promise<void> {
  const { to, id, message } = outgoing;
  const receiver = phone.network.phone(to);
  if (!receiver) throw new Error(`Nobody has the number ${to}`);
  const at = new Date();
  phone.record({ id, chat: to, from: phone.number, at, message });
  receiver.take({ from: phone.number, chat: phone.number, id, at, message });
  const attrs = { id, t: seconds(at), type: stanzaType(message), notify: phone.name };
  const own = { deviceSentMessage: { destinationJid: receiver.jid, message } };
  return phone.inTurn(async () => {
    for (const device of receiver.devices) {
      await sendTo(device, { phone, message, attrs: { ...senderAttrs(phone), ...attrs } }, outgoing.acknowledged);
    }
    for (const device of phone.devices) {
      const from = { from: phone.jid, recipient: receiver.from, ...recipientAttrs(receiver) };
      await sendTo(device, { phone, message: own, attrs: { ...from, ...attrs } });
    }
  });
}

interface Letter {
  phone: Phone;
  message: proto.IMessage;
  attrs: Record<string, string | undefined>;
}

/** Encrypts for one linked device, and again as often as that one cannot read it. */
export async function sendTo(device: LinkedDevice, letter: Letter, acknowledged?: () => void): Promise<void> {
  const renew = async (count: string) => {
    letter.phone.sessions.renew(device.address);
    return await seal(device, letter, count);
  };
  device.deliver(await seal(device, letter), { renew, acknowledged });
}

async function seal(device: LinkedDevice, { phone, message, attrs }: Letter, count?: string): Promise<BinaryNode> {
  const plain = encodeWAMessage(message);
  const { type, bytes } = await phone.sessions.encrypt(device.address, plain, () => device.takeBundle());
  const enc = stanza("enc", { v: "2", type, mediatype: mediaType(message), count }, bytes);
  return stanza("message", attrs, [enc]);
}

function senderAttrs(phone: Phone): Record<string, string | undefined> {
  if (phone.lidOnly) return { from: phone.lid, sender_pn: phone.jid, addressing_mode: "lid" };
  return { from: phone.jid, sender_lid: phone.lid };
}

function recipientAttrs(receiver: Phone): Record<string, string | undefined> {
  return receiver.lidOnly ? { recipient_pn: receiver.jid, addressing_mode: "lid" } : { recipient_lid: receiver.lid };
}
