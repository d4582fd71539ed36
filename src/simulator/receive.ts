import { proto, unpadRandomMax16 } from "@whiskeysockets/baileys";
import type { Arrival, Phone } from "./model.ts";
import { seconds, stanza, userOf } from "./stanza.ts";

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
  if (arrival.from === phone.number) return;
  const receipt = stanza("receipt", { ...receiptFrom(phone, sealed.to), id: arrival.id, t: seconds() });
  for (const device of phone.network.phone(arrival.from)?.devices ?? []) device.deliver(receipt);
  phone.network.phone(arrival.from)?.hears(arrival.id, "delivered");
}

type SealedArrival = NonNullable<Arrival["sealed"]>;

async function open(phone: Phone, { id, at }: Arrival, sealed: SealedArrival): Promise<proto.IMessage | undefined> {
  try {
    if (phone.network.faults.take("corrupt", phone.number)) throw new Error("corrupted on purpose");
    return await decrypt(phone, sealed);
  } catch (error) {
    phone.network.complain(`${phone.name} cannot read ${id}: ${error instanceof Error ? error.message : error}`);
    const count = String(1 + Number(sealed.encs[0]?.attrs.count ?? 0));
    const retry = stanza("retry", { count, id, t: seconds(at), v: "1" });
    const attrs = { ...receiptFrom(phone, sealed.to), id, t: seconds(), type: "retry" };
    sealed.device.deliver(stanza("receipt", attrs, [retry, phone.sessions.registration()]));
  }
}

/** A group's message comes after the key it is sealed with, when the sender thinks that this phone lacks it. */
async function decrypt(phone: Phone, { device, encs, to }: SealedArrival): Promise<proto.IMessage | undefined> {
  let message: proto.IMessage | undefined;
  for (const { attrs: { type }, content } of encs) {
    const bytes = content as Uint8Array;
    const plain = type === "skmsg"
      ? await phone.senderKeys.decrypt(to, device.address, bytes)
      : await phone.sessions.decrypt(device.address, { type: type === "pkmsg" ? "pkmsg" : "msg", bytes });
    message = proto.Message.decode(unpadRandomMax16(plain));
    const handout = message.senderKeyDistributionMessage?.axolotlSenderKeyDistributionMessage;
    if (handout) await phone.senderKeys.learn(to, device.address, handout);
  }
  return message;
}

/** The address a client wrote to; in a group also who of it answers. */
function receiptFrom(phone: Phone, to: string): Record<string, string | undefined> {
  return phone.network.group(to) ? { from: to, participant: phone.lid } : { from: to };
}
