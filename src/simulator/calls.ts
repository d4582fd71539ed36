import type { BinaryNode } from "@whiskeysockets/baileys";
import { newMessageId } from "./compose.ts";
import type { LinkedDevice, Network, Phone, PhoneCall } from "./model.ts";
import { childOf, seconds, stanza } from "./stanza.ts";

/** Lets the linked devices of a number hear that a phone calls; returns the call's id. */
export function startCall(phone: Phone, to: string, video: boolean): string {
  const call: PhoneCall = { id: newMessageId(), to, video, at: new Date(), status: "ringing" };
  phone.calls.push(call);
  const number = phone.hidesNumber ? undefined : phone.jid;
  const about = { "call-id": call.id, "call-creator": phone.from, caller_pn: number };
  sendCall(
    phone,
    call,
    stanza("offer", about, [stanza("audio", { enc: "opus" }), ...video ? [stanza("video")] : []]),
  );
  return call.id;
}

/** The caller gives up. */
export function endCall(phone: Phone, id: string): void {
  const call = phone.calls.find((one) => one.id === id);
  if (call?.status !== "ringing") return;
  call.status = "ended";
  sendCall(phone, call, stanza("terminate", { "call-id": call.id, "call-creator": phone.from }));
}

function sendCall(phone: Phone, { to, at }: PhoneCall, what: BinaryNode): void {
  const offer = () => stanza("call", { from: phone.from, id: newMessageId(), t: seconds(at) }, [what]);
  for (const device of phone.network.phone(to)?.devices ?? []) device.deliver(offer());
  phone.changed();
}

/** A linked device does something about a call: that it rejects it is shown on the caller's phone. */
export function acceptCall(network: Network, device: LinkedDevice, { attrs, content }: BinaryNode): void {
  device.connection?.send(stanza("ack", { class: "call", id: attrs.id, from: attrs.to }));
  const rejected = childOf({ tag: "call", attrs, content }, "reject")?.attrs["call-id"];
  const caller = network.find(attrs.to)?.phone;
  const call = caller?.calls.find(({ id, to }) => id === rejected && to === device.number);
  if (!caller || call?.status !== "ringing") return;
  call.status = "rejected";
  caller.changed();
}
