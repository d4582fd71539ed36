import type { ChatMember, ChatMessage } from "../../src/contract/chats.ts";
import type { Message } from "../../src/contract/messages.ts";
import { ACK } from "../../src/shared/delivery.ts";

/** A chat's message in the shape that threads are made of; `said` is as the server has it. */
export interface ChatLine extends Message {
  said: ChatMessage;
}

/** The number by which the composer and the thread know a chat: tickets have those above zero (composer/sending/elsewhere.ts). */
export function placeOf(chatId: number): number {
  return -chatId;
}

export function lineOf(said: ChatMessage, me: { id: number } | null): ChatLine {
  const { id, chatId, senderId, sender, media, quotedMsg } = said;
  const fromMe = senderId !== null && senderId === me?.id;
  return {
    said,
    id,
    ticketId: placeOf(chatId),
    contactId: null,
    queueId: null,
    body: said.message,
    fromMe,
    user: senderId === null ? null : { id: senderId, name: sender.name },
    participant: fromMe ? "" : sender.name,
    read: true,
    ack: ACK.sent,
    failure: null,
    kind: said.kind,
    kindName: "",
    mediaType: null,
    mediaUrl: said.mediaUrl,
    media,
    places: null,
    cards: [],
    quotedMsg: quotedMsg && {
      id: quotedMsg.id,
      fromMe: quotedMsg.senderId !== null && quotedMsg.senderId === me?.id,
      body: quotedMsg.message,
      kind: quotedMsg.kind,
      contactName: quotedMsg.name,
    },
    reactions: [],
    isDeleted: said.isDeleted,
    isEdited: said.isEdited,
    isForwarded: false,
    createdAt: said.createdAt,
    localId: said.localId,
    asOf: said.asOf,
  };
}

/** Who of the others has read so far. */
export function readersOf(users: readonly ChatMember[], messageId: number, ownId: number): ChatMember[] {
  return users.filter(({ userId, readTo }) => userId !== ownId && readTo >= messageId);
}

/** How far an own message has come: sent, or read by all who are there. */
export function ackOf(users: readonly ChatMember[], messageId: number, ownId: number): number {
  const others = users.filter(({ userId }) => userId !== ownId);
  const isRead = others.length > 0 && readersOf(users, messageId, ownId).length === others.length;
  return isRead ? ACK.read : ACK.sent;
}
