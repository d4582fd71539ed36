import type { Phone } from "./phone.ts";
import { seconds, stanza } from "./stanza.ts";

/** Sends one receipt for a received message, or for all unread ones of a chat. */
export function acknowledge(
  phone: Phone,
  status: "read" | "played",
  { from, id }: { from: string; id?: string },
): void {
  const meant = id === undefined
    ? phone.received.filter((message) => message.chat === from && message.status === "delivered")
    : phone.received.filter((message) => message.id === id);
  const sender = phone.network.phone(from);
  const [first, ...others] = meant;
  if (!sender || !first) return;
  for (const message of meant) phone.chats.raise(message.id, status);
  const items = others.map(({ id }) => stanza("item", { id }));
  const attrs = { from: phone.from, id: first.id, t: seconds(), type: status };
  const receipt = stanza("receipt", attrs, items.length ? [stanza("list", {}, items)] : undefined);
  for (const device of sender.devices) device.deliver(receipt);
  for (const { id } of meant) sender.hears(id, status);
  phone.changed(first);
}
