import type { ChatMessage } from "./chats.ts";
import type { Phone } from "./model.ts";
import { seconds, stanza } from "./stanza.ts";

/** Sends receipts for a received message, or for all unread ones of a chat: one to each who wrote some of them. */
export function acknowledge(phone: Phone, status: "read" | "played", chat: { from: string; id?: string }): void {
  const { from, id } = chat;
  const meant = phone.received.filter((message) => {
    return id === undefined ? message.chat === from && message.status === "delivered" : message.id === id;
  });
  for (const [writer, messages] of Map.groupBy(meant, (message) => message.from)) {
    const [first, ...others] = messages;
    if (first) acknowledgeTo(phone, status, { writer, first, others });
  }
}

interface Acknowledged {
  writer: string;
  first: ChatMessage;
  others: ChatMessage[];
}

function acknowledgeTo(phone: Phone, status: "read" | "played", { writer, first, others }: Acknowledged): void {
  const sender = phone.network.phone(writer);
  const group = phone.network.group(first.chat);
  const items = others.map(({ id }) => stanza("item", { id }));
  const attrs = group ? { from: group.id, participant: phone.lid } : { from: phone.from };
  const list = items.length ? [stanza("list", {}, items)] : undefined;
  const receipt = stanza("receipt", { ...attrs, id: first.id, t: seconds(), type: status }, list);
  for (const device of sender?.devices ?? []) device.deliver(receipt);
  for (const { id } of [first, ...others]) {
    phone.chats.raise(id, status);
    sender?.hears(id, status);
  }
  phone.changed(first);
}
