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
  const { network, number, typists } = phone;
  const byChat = Map.groupBy(phone.chats.all, ({ chat }) => chat);
  for (const { id, members } of network.groups()) {
    if (members.includes(number) && !byChat.has(id)) byChat.set(id, []);
  }
  const chats = [...byChat].map(([chat, messages]) => ({
    chat,
    name: network.phone(chat)?.name ?? network.group(chat)?.subject ?? chat,
    isTyping: typists.has(chat),
    call: phone.calls.findLast(({ to }) => to === chat),
    unread: messages.filter((message) => !message.mine && isUnread(message)).length,
    messages: messages.slice(Math.max(0, messages.length - last)).map((message) => showMessage(phone, message)),
  }));
  const latest = (messages: { at: Date }[]) => messages.at(-1)?.at.getTime() ?? 0;
  return chats.sort((a, b) => latest(b.messages) - latest(a.messages));
}

function isUnread({ status }: ChatMessage): boolean {
  return status === "delivered";
}

function showMessage({ network }: Phone, { raw: _, ...message }: ChatMessage) {
  const isForeign = network.group(message.chat) && !message.mine;
  return { ...message, writer: isForeign ? network.phone(message.from)?.name : undefined };
}
