import { type BinaryNode, proto, unpadRandomMax16 } from "@whiskeysockets/baileys";
import type { LinkedDevice } from "./linked_device.ts";
import type { Phone } from "./phone.ts";
import { seconds, stanza, userOf } from "./stanza.ts";

/** Something that reached a phone: from another phone in the clear, or sealed by a linked device. */
export interface Arrival {
  /** The number that wrote it. */
  from: string;
  /** The number of the other side. */
  chat: string;
  id: string;
  at: Date;
  message?: proto.IMessage;
  sealed?: { device: LinkedDevice; enc: BinaryNode; to: string };
}

/** Reads what arrived and tells the sender that it did. */
export async function receive(phone: Phone, arrival: Arrival): Promise<void> {
  const { sealed } = arrival;
  if (!sealed) {
    if (arrival.message) phone.record({ ...arrival, message: arrival.message });
    phone.network.phone(arrival.from)?.hears(arrival.id, "delivered");
    return;
  }
  const message = await open(phone, arrival, sealed);
  if (!message) return;
  const own = message.deviceSentMessage;
  if (own?.message) {
    const chat = phone.network.find(own.destinationJid ?? undefined)?.phone.number ?? userOf(own.destinationJid ?? "");
    phone.record({ ...arrival, chat, message: own.message });
    return;
  }
  phone.record({ ...arrival, message });
  const receipt = stanza("receipt", { from: sealed.to, id: arrival.id, t: seconds() });
  for (const device of phone.network.phone(arrival.from)?.devices ?? []) device.deliver(receipt);
  phone.network.phone(arrival.from)?.hears(arrival.id, "delivered");
}

async function open(
  phone: Phone,
  { id, at }: Arrival,
  { device, enc, to }: NonNullable<Arrival["sealed"]>,
): Promise<proto.IMessage | undefined> {
  const bytes = enc.content as Uint8Array;
  const type = enc.attrs.type === "pkmsg" ? "pkmsg" : "msg";
  try {
    if (phone.network.faults.take("corrupt", phone.number)) throw new Error("corrupted on purpose");
    const plain = await phone.sessions.decrypt(device.address, { type, bytes });
    return proto.Message.decode(unpadRandomMax16(plain));
  } catch (error) {
    phone.network.complain(`${phone.name} cannot read ${id}: ${error instanceof Error ? error.message : error}`);
    const retry = stanza("retry", { count: String(1 + Number(enc.attrs.count ?? 0)), id, t: seconds(at), v: "1" });
    const attrs = { from: to, id, t: seconds(), type: "retry" };
    device.deliver(stanza("receipt", attrs, [retry, phone.sessions.registration()]));
  }
}
