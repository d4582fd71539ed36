import * as z from "zod/mini";
import type { Address, ChannelEvent, Incoming } from "../channel.ts";
import { whatsappAddress } from "./addresses.ts";
import { CloudMessage, CloudStatus } from "./cloud_shapes.ts";
import { failureOf } from "./faults.ts";
import { emptyMedia, type Own, quotedAs, rawOf, secondsOf, type Told } from "./told.ts";

type Message = z.infer<typeof CloudMessage>;
type Status = z.infer<typeof CloudStatus>;

/** A message that somebody sent to a number at the Cloud API; a reaction is no message, and nothing is nothing. */
export function readCloudMessage(message: Message, pushName: string, own: Own): Told | undefined {
  // Groups of the Cloud API have their own calls, which we do not make: nobody could be answered there.
  if (message.group_id) return undefined;
  const chat = whatsappAddress(message.from, message.from_user_id ?? message.user_id);
  if (!chat) return undefined;
  const at = secondsOf(message.timestamp);
  if (message.type === "system") return readSystem(message, chat);
  if (message.type === "reaction" && message.reaction) {
    const { message_id, emoji = "" } = message.reaction;
    return { event: { what: "reaction", chat, wid: own(message_id), who: "them", emoji, at } };
  }
  const changed = changeOf(message, chat, at);
  if (changed) return { event: changed };
  const quoted = message.context?.id ? quotedAs(message.context.id, own) : undefined;
  return {
    message: {
      chat,
      wid: message.id,
      fromMe: false,
      when: "live",
      pushName,
      participant: "",
      author: "",
      at,
      kindName: "",
      ...(quoted && { quoted }),
      ...(message.context?.forwarded || message.context?.frequently_forwarded ? { forwarded: true as const } : {}),
      raw: rawOf(message),
      ...contentOf(message),
    },
  };
}

/** What WhatsApp itself says of somebody; what is of no use to us is nobody's message. */
function readSystem({ system }: Message, chat: Address): Told | undefined {
  if (system?.type !== "user_changed_number") return undefined;
  const to = whatsappAddress(system.wa_id, system.user_id);
  return to && { event: { what: "renumbered", chat, to } };
}

/** Somebody took back or changed what they wrote. */
function changeOf(
  { edit, revoke }: Message,
  chat: Incoming["chat"],
  at: number,
): ChannelEvent | undefined {
  if (revoke?.original_message_id) {
    return { what: "revoke", chat, wid: revoke.original_message_id, fromMe: false, author: "" };
  }
  const body = edit?.message?.text?.body;
  if (!edit?.original_message_id || body === undefined) return undefined;
  return { what: "edit", chat, wid: edit.original_message_id, fromMe: false, author: "", body, at };
}

type Content = Pick<Incoming, "kind" | "body"> & Partial<Pick<Incoming, "media" | "place" | "cards" | "kindName">>;

function contentOf(message: Message): Content {
  const { type, text, button, interactive, location, contacts } = message;
  if (type === "text" && text) return { kind: "text", body: text.body };
  if (type === "button" && button) return { kind: "text", body: button.text };
  const reply = interactive?.button_reply ?? interactive?.list_reply;
  if (reply) return { kind: "text", body: reply.title };
  if (type === "location" && location) {
    const { latitude, longitude, name, address } = location;
    return { kind: "location", body: "", place: { latitude, longitude, name: name || address || "" } };
  }
  if (type === "contacts" && contacts) return { kind: "contact", body: "", cards: contacts.map(cardOf) };
  return fileOf(message) ?? { kind: "other", body: "", kindName: type };
}

const KINDS = { image: "image", video: "video", audio: "audio", document: "document", sticker: "sticker" } as const;

function fileOf(message: Message): Content | undefined {
  for (const name of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
    const file = message.type === name ? message[name] : undefined;
    if (!file) continue;
    const kind = name === "audio" && file.voice ? "voice" : KINDS[name];
    return {
      kind,
      body: file.caption ?? "",
      media: { ...emptyMedia(), name: file.filename ?? "", mimetype: file.mime_type ?? "application/octet-stream" },
    };
  }
}

function cardOf({ name, phones }: NonNullable<Message["contacts"]>[number]) {
  const [phone] = phones ?? [];
  const digits = (phone?.wa_id ?? phone?.phone ?? "").replace(/\D/g, "").slice(0, 20);
  return { name: name?.formatted_name ?? "", number: digits };
}

const ACKS: Readonly<Record<string, number>> = { sent: 1, delivered: 2, read: 3, played: 4, failed: -1 };

/** How far a message of ours has come. */
export function readStatus(
  { status, errors }: Status,
  wid: string,
): Extract<ChannelEvent, { what: "receipt" }> | undefined {
  const ack = ACKS[status];
  if (ack === undefined) return undefined;
  const [error] = errors ?? [];
  return { what: "receipt", wid, ack, ...(ack < 0 && { failure: failureOf(error?.code ?? 0) }) };
}
