import type { Customer, InstagramLine, MediaFile, Message, MessengerLine } from "../model.ts";
import type { World } from "../world.ts";
import type { Writing } from "../writing.ts";

type MessagingLine = MessengerLine | InstagramLine;

/** Tells of a message that a person wrote to a page or to an Instagram account. */
export function tellMessaging(world: World, message: Message, writing: Writing): void {
  const { line, customer } = message;
  if (line.channel === "whatsapp") return;
  if (writing.choice && isButton(world, message)) return tellPostback(world, line, message, writing.choice);
  tellFrom(world, line, customer, { message: contentOf(world, message, writing) }, {
    field: "messages",
    at: message.at,
  });
}

/** What a company sent comes back to all apps: of Instagram among its messages. */
export function tellEcho(world: World, message: Message): void {
  const { line, customer, app, callbackData } = message;
  if (line.channel === "whatsapp") return;
  const id = world.idAt(line, customer);
  const field = line.channel === "messenger" ? "message_echoes" : "messages";
  const content = {
    ...contentOf(world, message, {}),
    is_echo: true,
    ...(app ? { app_id: Number(app.id) } : {}),
    ...(callbackData === undefined ? {} : { metadata: callbackData }),
  };
  const event = { sender: { id: line.id }, recipient: { id }, timestamp: message.at, message: content };
  world.tell(line, field, { messaging: [event] });
}

/** Messenger alone tells that something has arrived. */
export function tellDelivery(world: World, { line, customer, id, at }: Message): void {
  if (line.channel !== "messenger") return;
  tellFrom(world, line, customer, { delivery: { mids: [id], watermark: at } }, { field: "message_deliveries" });
}

/** A person has read: on Messenger all until then, on Instagram up to one message. */
export function tellRead(world: World, line: MessagingLine, customer: Customer, upTo: Message): void {
  if (line.channel === "messenger") {
    return tellFrom(world, line, customer, { read: { watermark: world.now() } }, { field: "message_reads" });
  }
  tellFrom(world, line, customer, { read: { mid: upTo.id } }, { field: "messaging_seen" });
}

/** The names that notices give to common emojis; others are "other". */
const REACTIONS: Record<string, string> = {
  "❤": "love",
  "😍": "love",
  "😆": "smile",
  "😮": "wow",
  "😢": "sad",
  "😠": "angry",
  "👍": "like",
  "👎": "dislike",
};

export function tellReaction(world: World, message: Message, emoji: string | undefined): void {
  const { line, customer, id } = message;
  if (line.channel === "whatsapp") return;
  const plain = emoji?.replace("\ufe0f", "");
  const reaction = emoji
    ? { mid: id, action: "react", reaction: REACTIONS[plain!] ?? "other", emoji }
    : { mid: id, action: "unreact" };
  tellFrom(world, line, customer, { reaction }, { field: "message_reactions" });
}

/** On Instagram a message can be taken back. */
export function tellDeleted(world: World, { line, customer, id }: Message): void {
  if (line.channel !== "instagram") return;
  tellFrom(world, line, customer, { message: { mid: id, is_deleted: true } }, { field: "messages" });
}

export function tellEdited(world: World, { line, customer, id, text, edits }: Message): void {
  if (line.channel === "whatsapp") return;
  const field = line.channel === "messenger" ? "message_edits" : "message_edit";
  tellFrom(world, line, customer, { message_edit: { mid: id, text, num_edit: edits.length } }, { field });
}

function tellFrom(
  world: World,
  line: MessagingLine,
  customer: Customer,
  what: Record<string, unknown>,
  { field, at = world.now() }: { field: string; at?: number },
): void {
  const sender = { id: world.idAt(line, customer) };
  world.tell(line, field, { messaging: [{ sender, recipient: { id: line.id }, timestamp: at, ...what }] });
}

/** Quick replies answer as a message with a payload; buttons of a template as a postback. */
function isButton(world: World, { replyTo }: Message): boolean {
  return world.message(replyTo)?.kind === "template";
}

function tellPostback(
  world: World,
  line: MessagingLine,
  message: Message,
  { id, title }: { id: string; title: string },
) {
  const postback = { mid: message.id, title, payload: id };
  tellFrom(world, line, message.customer, { postback }, { field: "messaging_postbacks", at: message.at });
}

function contentOf(world: World, message: Message, writing: Writing): Record<string, unknown> {
  const { id: mid, text, media, kind, line } = message;
  if (kind === "unsupported") return { mid, is_unsupported: true };
  const attachments = attachmentsOf(world, message, writing);
  const caption = media ? undefined : text;
  return {
    mid,
    ...(caption !== undefined && kind !== "sticker" ? { text: caption } : {}),
    ...(attachments.length > 0 ? { attachments } : {}),
    ...replyOf(message, writing),
    ...(writing.choice ? { quick_reply: { payload: writing.choice.id } } : {}),
    ...(writing.referral ? { referral: writing.referral } : {}),
    ...(kind === "sticker" && line.channel === "messenger" ? { sticker_id: STICKER } : {}),
  };
}

function replyOf({ replyTo }: Message, { story, choice }: Writing): Record<string, unknown> {
  if (story) return { reply_to: { story } };
  return replyTo && !choice ? { reply_to: { mid: replyTo } } : {};
}

/** The sticker of Messenger's thumb. */
const STICKER = 369239263222822;

function attachmentsOf(world: World, { media, kind, location, line }: Message, { share, storyMention }: Writing) {
  const isMessenger = line.channel === "messenger";
  if (media) {
    const sticker = kind === "sticker" && isMessenger ? { sticker_id: STICKER } : {};
    return [{ type: typeOf(kind), payload: { url: publicAddress(world, media), ...sticker } }];
  }
  if (storyMention) return [{ type: "story_mention", payload: { url: storyMention } }];
  if (share) return [{ type: isMessenger ? "fallback" : "share", payload: { url: share } }];
  if (location) {
    const coordinates = { lat: location.latitude, long: location.longitude };
    return [{ type: "location", title: location.name ?? "Location", payload: { coordinates } }];
  }
  return [];
}

function typeOf(kind: string): string {
  if (kind === "document") return "file";
  return kind === "sticker" ? "image" : kind;
}

/** Files of Messenger and Instagram lie at an address that wants no token and ends. */
export function publicAddress(world: World, media: MediaFile): string {
  return `${world.address}/scontent.xx.fbcdn.net/v/${media.id}/${encodeURIComponent(media.name ?? "file")}`;
}

export function downloadPublic(world: World, path: string): Response {
  const media = world.media.get(/^v\/(\d+)\//.exec(path)?.[1] ?? "");
  if (!media || media.isLost || media.expiresAt <= world.now()) {
    return new Response("URL signature expired", { status: 403 });
  }
  return new Response(media.bytes, { headers: { "content-type": media.lies?.mimeType ?? media.mimeType } });
}
