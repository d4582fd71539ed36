import type { Connection, Phone } from "./model.ts";
import { stanza } from "./stanza.ts";

/** Shows "typing…" to clients that say that they are there, and have asked for this chat. */
export function showTyping(phone: Phone, to: string, on: boolean): void {
  if (!phone.isOnline) return;
  const state = stanza("chatstate", { from: phone.from }, [stanza(on ? "composing" : "paused")]);
  const other = phone.network.phone(to);
  for (const connection of other ? watchersOf(other, phone.number) : []) connection.send(state);
  other?.seesTyping(phone.number, on);
}

/** The connections of a phone's clients that are there and have asked about a number. */
export function watchersOf(phone: Phone, number: string): Connection[] {
  return phone.devices.flatMap(({ connection }) =>
    connection?.isAvailable && connection.watched.has(number) ? connection : []
  );
}
