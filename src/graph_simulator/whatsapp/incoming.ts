import { noticeError } from "../errors.ts";
import { newWamid } from "../ids.ts";
import type { Customer, MediaFile, Message, WhatsAppLine } from "../model.ts";
import { likeAtWhatsApp, type World } from "../world.ts";
import type { Writing } from "../writing.ts";
import { addressOf, sha256Of } from "./media.ts";
import { tellValue } from "./statuses.ts";

/** Tells of a message that a person wrote ("Messages webhook reference"). */
export function tellWhatsApp(world: World, message: Message, writing: Writing): void {
  tellFrom(world, message.line as WhatsAppLine, message.customer, {
    id: message.id,
    timestamp: String(Math.floor(message.at / 1000)),
    ...contextOf(world, message, writing),
    ...contentOf(world, message, writing),
    ...(writing.referral ? { referral: writing.referral } : {}),
  });
}

/** Something that a person did to a message: a reaction, a change, a deletion, or a new number. */
export function tellFrom(
  world: World,
  line: WhatsAppLine,
  customer: Customer,
  message: Record<string, unknown>,
): void {
  const { wa_id, user_id } = nameOf(world, line, customer);
  const profile = { name: customer.name, ...(customer.username ? { username: customer.username } : {}) };
  const contacts = [{ profile, ...(wa_id ? { wa_id } : {}), user_id }];
  const from = { ...(wa_id ? { from: wa_id } : {}), from_user_id: user_id };
  tellValue(world, line, { contacts, messages: [{ ...from, ...message }] });
}

/** Who has taken a username is named by the id alone ("Business-scoped user IDs"). */
export function nameOf(world: World, line: WhatsAppLine, customer: Customer): { wa_id?: string; user_id: string } {
  const user_id = world.idAt(line, customer);
  return customer.hidesNumber || !customer.phone ? { user_id } : { user_id, wa_id: likeAtWhatsApp(customer.phone) };
}

export function newHead(world: World): { id: string; timestamp: string } {
  return { id: newWamid(), timestamp: String(Math.floor(world.now() / 1000)) };
}

function contextOf(world: World, { replyTo, line }: Message, { forwarded }: Writing): Record<string, unknown> {
  const quoted = world.message(replyTo);
  if (!quoted) return forwarded ? { context: { forwarded: true } } : {};
  const number = (line as WhatsAppLine).number;
  const from = quoted.isFromBusiness ? number : quoted.customer.hidesNumber ? undefined : quoted.customer.phone;
  return { context: { ...(from ? { from } : {}), id: quoted.id } };
}

function contentOf(world: World, message: Message, { choice }: Writing): Record<string, unknown> {
  const { kind, text, media, location, contacts, isVoice } = message;
  if (kind === "unsupported") {
    const details = "Message type is currently not supported.";
    return { type: "unsupported", errors: [noticeError(131051, details)] };
  }
  if (choice) return choiceOf(world, message, choice);
  if (media) return { type: kind, [kind]: mediaOf(world, media, { kind, text, isVoice }) };
  if (location) return { type: kind, location };
  if (contacts) return { type: kind, contacts };
  return { type: "text", text: { body: text } };
}

function mediaOf(
  world: World,
  media: MediaFile,
  { kind, text, isVoice }: { kind: string; text?: string; isVoice?: boolean },
): Record<string, unknown> {
  return {
    ...(text && kind !== "audio" && kind !== "sticker" ? { caption: text } : {}),
    ...(kind === "document" && media.name ? { filename: media.name } : {}),
    ...(kind === "audio" ? { voice: !!isVoice } : {}),
    ...(kind === "sticker" ? { animated: false } : {}),
    mime_type: media.lies?.mimeType ?? media.mimeType + (isVoice ? "; codecs=opus" : ""),
    sha256: media.lies?.sha256 ?? sha256Of(media, "base64"),
    id: media.id,
    url: addressOf(world, media),
  };
}

/** A template's button answers as "button", the others as "interactive". */
function choiceOf(world: World, { replyTo }: Message, choice: NonNullable<Writing["choice"]>): Record<string, unknown> {
  const asked = world.message(replyTo);
  if (asked?.kind === "template") return { type: "button", button: { payload: choice.id, text: choice.title } };
  const isList = (asked?.raw as { interactive?: { type?: string } } | undefined)?.interactive?.type === "list";
  const { id, title, description } = choice;
  return isList
    ? { type: "interactive", interactive: { type: "list_reply", list_reply: { id, title, description } } }
    : { type: "interactive", interactive: { type: "button_reply", button_reply: { id, title } } };
}
