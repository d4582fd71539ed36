import { jidEncode, proto } from "@whiskeysockets/baileys";
import { randomBytes } from "node:crypto";
import type { ChatMessage } from "./chats.ts";
import type { Phone } from "./model.ts";

/** A text, quoting an older message when there is one. */
export function textMessage(phone: Phone, text: string, quoted?: ChatMessage): proto.IMessage {
  if (!quoted) return { conversation: text };
  const participant = addressFor(phone, quoted.from);
  const contextInfo = { stanzaId: quoted.id, participant, quotedMessage: quoted.raw };
  return { extendedTextMessage: { text, contextInfo } };
}

/** An emoji on a message; an empty text takes it off again. */
export function reactionMessage(phone: Phone, to: string, reaction: { id: string; emoji: string }): proto.IMessage {
  const { id, emoji } = reaction;
  return { reactionMessage: { key: keyOf(phone, to, id), text: emoji, senderTimestampMs: Date.now() } };
}

export function editMessage(phone: Phone, to: string, edit: { id: string; text: string }): proto.IMessage {
  return {
    protocolMessage: {
      key: keyOf(phone, to, edit.id),
      type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
      editedMessage: { conversation: edit.text },
      timestampMs: Date.now(),
    },
  };
}

export function revokeMessage(phone: Phone, to: string, id: string): proto.IMessage {
  return { protocolMessage: { key: keyOf(phone, to, id), type: proto.Message.ProtocolMessage.Type.REVOKE } };
}

export interface Place {
  latitude: number;
  longitude: number;
  name?: string;
}

export function locationMessage({ latitude, longitude, name }: Place): proto.IMessage {
  return { locationMessage: { degreesLatitude: latitude, degreesLongitude: longitude, name } };
}

export interface Card {
  name: string;
  number: string;
}

export function contactMessage({ name, number }: Card): proto.IMessage {
  const lines = ["BEGIN:VCARD", "VERSION:3.0", `N:;${name};;;`, `FN:${name}`];
  const vcard = [...lines, `TEL;type=CELL;waid=${number}:+${number}`, "END:VCARD"].join("\n");
  return { contactMessage: { displayName: name, vcard } };
}

/** A message's key as this phone sees it. */
function keyOf(phone: Phone, to: string, id: string): proto.IMessageKey {
  return { remoteJid: addressFor(phone, to), fromMe: phone.chats.find(id)?.mine ?? false, id };
}

function addressFor(phone: Phone, number: string): string {
  const other = phone.network.phone(number);
  if (!other) return jidEncode(number, "s.whatsapp.net");
  return phone.lidOnly ? other.lid : other.jid;
}

export function newMessageId(): string {
  return `3EB0${randomBytes(9).toString("hex").toUpperCase()}`;
}
