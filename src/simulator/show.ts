import type { ChatMessage } from "./chats.ts";
import type { Phone } from "./phone.ts";

/** A phone as the control interface shows it. */
export function showPhone(phone: Phone) {
  const { name, number, lid, lidOnly, hidesNumber, isOnline } = phone;
  const devices = phone.devices.map(({ device, jid, connection }) => ({ device, jid, isConnected: !!connection }));
  return { name, number, lid, lidOnly, hidesNumber, isOnline, devices, unread: phone.received.filter(isUnread).length };
}

/** A phone's chats, the latest first, each with its last messages. */
export function showChats(phone: Phone, last = Infinity) {
  const byChat = Map.groupBy(phone.chats.all, ({ chat }) => chat);
  const chats = [...byChat].map(([chat, messages]) => ({
    chat,
    name: phone.network.phone(chat)?.name ?? chat,
    isTyping: phone.typists.has(chat),
    unread: messages.filter((message) => !message.mine && isUnread(message)).length,
    messages: messages.slice(-Math.min(last, messages.length)).map(showMessage),
  }));
  const latest = (messages: { at: Date }[]) => messages.at(-1)?.at.getTime() ?? 0;
  return chats.sort((a, b) => latest(b.messages) - latest(a.messages));
}

function isUnread({ status }: ChatMessage): boolean {
  return status === "delivered";
}

function showMessage({ raw: _, ...message }: ChatMessage) {
  return message;
}
