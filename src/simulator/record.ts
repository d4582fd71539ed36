import { extractMessageContent, proto } from "@whiskeysockets/baileys";
import type { ChatMessage } from "./chats.ts";
import { readContent } from "./contents.ts";
import { readMedia } from "./media.ts";
import type { Phone, Recordable } from "./model.ts";

/** Writes into a phone's chats what it sent or received; reactions, edits and deletions change an older message. */
export function record(phone: Phone, given: Recordable): void {
  const { id, message } = given;
  const known = phone.chats.find(id);
  if (known) {
    if (!known.mine) known.duplicates++;
    return phone.changed(known);
  }
  const older = changeOlder(phone, message);
  if (older !== false) return phone.changed(older);
  const mine = given.from === phone.number;
  const added: ChatMessage = {
    ...readContent(message),
    media: readMedia(phone.network.media, extractMessageContent(message) ?? message),
    ...{ id, chat: given.chat, from: given.from, at: given.at, mine, raw: message },
    ...{ edits: [], revoked: false, duplicates: 0, status: mine ? given.status ?? "sent" : "delivered" },
  };
  phone.chats.add(added);
  phone.changed(added);
}

/** False when the message stands for itself. */
function changeOlder(phone: Phone, message: proto.IMessage): ChatMessage | undefined | false {
  const { reactionMessage } = message;
  const protocol = message.protocolMessage ?? message.editedMessage?.message?.protocolMessage;
  const older = phone.chats.find((reactionMessage ?? protocol)?.key?.id ?? "");
  if (reactionMessage) {
    if (older) older.reaction = reactionMessage.text || undefined;
    return older;
  }
  if (!protocol) return false;
  const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;
  if (older && protocol.type === REVOKE) older.revoked = true;
  if (older && protocol.type === MESSAGE_EDIT && protocol.editedMessage) {
    older.text = readContent(protocol.editedMessage).text;
    older.edits.push(older.text ?? "");
  }
  return older;
}
