import { type BinaryNode, encodeWAMessage, type proto } from "@whiskeysockets/baileys";
import type { ChatMessage } from "./chats.ts";
import { mediaType, stanzaType } from "./contents.ts";
import { membersOf } from "./groups.ts";
import type { Group, Letter, LinkedDevice, Phone } from "./model.ts";
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
  const { network, number } = phone;
  const group = network.group(to);
  if (!group && !network.phone(to)) throw new Error(`Nobody has the number ${to}`);
  if (group && !group.members.includes(number)) throw new Error(`${phone.name} is not a member of ${group.subject}`);
  phone.record({ id, chat: to, from: number, at: new Date(), message, status: "pending" });
  return phone.line.whenOnline(() => dispatch(phone, outgoing));
}

/** Lets what a phone wrote without network go out when it has network again. */
export function resume(phone: Phone, { id, chat, raw }: ChatMessage): void {
  void phone.line.whenOnline(() => dispatch(phone, { to: chat, id, message: raw }));
}

async function dispatch(phone: Phone, outgoing: Outgoing): Promise<void> {
  phone.hears(outgoing.id, "sent");
  const { network } = phone;
  const group = network.group(outgoing.to);
  const receiver = network.phone(outgoing.to);
  await network.faults.whenReleased(phone.number, async () => {
    if (group) await dispatchToGroup(phone, group, outgoing);
    else if (receiver) await dispatchTo(phone, receiver, outgoing);
  });
}

/** Every device of every member gets the writer's key along with the message; more than needed, and simple. */
function dispatchToGroup(phone: Phone, group: Group, { id, message, acknowledged }: Outgoing): Promise<void> {
  const by = phone.number;
  const at = new Date();
  const members = membersOf(phone.network, group);
  for (const member of members) {
    if (member !== phone) member.line.take({ from: by, chat: group.id, id, at, message });
  }
  const addresses = { from: group.id, participant: phone.lid, participant_pn: phone.jid, addressing_mode: "lid" };
  const attrs = { ...addresses, id, t: seconds(at), type: stanzaType(message), notify: phone.name };
  return phone.line.inTurn(async () => {
    for (const device of members.flatMap(({ devices }) => devices)) {
      await sendTo(device, { by, message, attrs, group: group.id }, acknowledged);
    }
  });
}

function dispatchTo(phone: Phone, receiver: Phone, { id, message, acknowledged }: Outgoing): Promise<void> {
  const by = phone.number;
  const at = new Date();
  receiver.line.take({ from: by, chat: by, id, at, message });
  const attrs = { id, t: seconds(at), type: stanzaType(message), notify: phone.name };
  const own = { deviceSentMessage: { destinationJid: receiver.from, message } };
  return phone.line.inTurn(async () => {
    for (const device of receiver.devices) {
      await sendTo(device, { by, message, attrs: { ...senderAttrs(phone), ...attrs } }, acknowledged);
    }
    for (const device of phone.devices) {
      const from = { from: phone.jid, recipient: receiver.from, ...recipientAttrs(receiver) };
      await sendTo(device, { by, message: own, attrs: { ...from, ...attrs } });
    }
  });
}

/** Encrypts for one linked device. */
export async function sendTo(device: LinkedDevice, letter: Letter, acknowledged?: () => void): Promise<void> {
  device.deliver(await seal(device, letter), { letter, acknowledged });
}

/** The same message in a new session. */
export async function renew(device: LinkedDevice, letter: Letter, count: string): Promise<BinaryNode> {
  const writer = writerOf(device, letter);
  const { promise, resolve, reject } = Promise.withResolvers<BinaryNode>();
  await writer.line.inTurn(() => {
    writer.sessions.renew(device.address);
    return seal(device, letter, count).then(resolve, reject);
  });
  return promise;
}

async function seal(device: LinkedDevice, letter: Letter, count?: string): Promise<BinaryNode> {
  const { message, attrs, group } = letter;
  const writer = writerOf(device, letter);
  const handout = group === undefined ? message : await writer.senderKeys.distribute(group, writer.number);
  const bundleOf = () => device.takeBundle();
  const { type, bytes } = await writer.sessions.encrypt(device.address, encodeWAMessage(handout), bundleOf);
  const more = { v: "2", mediatype: mediaType(message), count };
  const enc = stanza("enc", { ...more, type }, bytes);
  if (group === undefined) return stanza("message", attrs, [enc]);
  const sealed = await writer.senderKeys.encrypt(group, writer.number, encodeWAMessage(message));
  return stanza("message", attrs, [enc, stanza("enc", { ...more, type: "skmsg" }, sealed)]);
}

function writerOf(device: LinkedDevice, { by }: Letter): Phone {
  const writer = device.phone.network.phone(by);
  if (!writer) throw new Error(`Nobody has the number ${by}`);
  return writer;
}

function senderAttrs(phone: Phone): Record<string, string | undefined> {
  const sender_pn = phone.hidesNumber ? undefined : phone.jid;
  if (phone.lidOnly) return { from: phone.lid, sender_pn, addressing_mode: "lid" };
  return { from: phone.jid, sender_lid: phone.lid };
}

// The client takes the peer_ ones for the other address of the chat.
function recipientAttrs(receiver: Phone): Record<string, string | undefined> {
  const pn = receiver.hidesNumber ? undefined : receiver.jid;
  if (receiver.lidOnly) return { recipient_pn: pn, peer_recipient_pn: pn, addressing_mode: "lid" };
  return { recipient_lid: receiver.lid, peer_recipient_lid: receiver.lid };
}
