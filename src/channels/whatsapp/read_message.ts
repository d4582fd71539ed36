import { secondsToMilliseconds } from "date-fns/secondsToMilliseconds";
import { Buffer } from "node:buffer";
import { getContentType, normalizeMessageContent, proto, toNumber, type WAMessage } from "@whiskeysockets/baileys";
import type { MessageKind } from "../../contract/tickets.ts";
import { cut } from "../../platform/cut.ts";
import { plainName } from "../../platform/upload.ts";
import type { Address, ChannelEvent, Incoming, IncomingMedia } from "../channel.ts";
import { chatOf, normal } from "./addresses.ts";

/**
 * What a raw message is to us: a message, a change to one, or nothing that anybody wrote. One that is made so that it cannot
 * be read is a message all the same, of a kind that cannot be shown.
 */
export function readMessage(raw: WAMessage, when: Incoming["when"]): Incoming | ChannelEvent | undefined {
  try {
    return readAny(raw, when);
  } catch {
    return unreadable(raw, when);
  }
}

function readAny(raw: WAMessage, when: Incoming["when"]): Incoming | ChannelEvent | undefined {
  const chat = chatOf(raw.key);
  const content = normalizeMessageContent(raw.message);
  if (!chat || !content || !raw.key.id) return undefined;
  const change = readChange(content, raw, chat, timeOf(raw));
  if (change !== "message") return change;
  const read = readContent(content);
  if (!read) return undefined;
  return {
    ...envelopeOf(raw, chat, when),
    ...read,
    ...contextOf(content),
    raw: proto.Message.encode(raw.message!).finish(),
  };
}

/** Everything about a message but what it says. */
function envelopeOf(raw: WAMessage, chat: Address, when: Incoming["when"]) {
  return {
    kindName: "",
    body: "",
    chat,
    wid: raw.key.id!,
    fromMe: raw.key.fromMe === true,
    when,
    pushName: raw.key.fromMe ? "" : cut((raw.pushName ?? "").trim(), 200),
    participant: chat.group ? cut(raw.pushName ?? "", 200) : "",
    author: authorOf(raw, chat),
    at: timeOf(raw),
  };
}

/** ms since 1970; NaN when it is none. */
function timeOf({ messageTimestamp }: WAMessage): number {
  return secondsToMilliseconds(toNumber(messageTimestamp) || 0);
}

/** Somebody wrote this, whatever it says. `kindName` is how the network calls it, or why it cannot be read. */
export function unreadable(raw: WAMessage, when: Incoming["when"], kindName = "unreadable"): Incoming | undefined {
  const chat = chatOf(raw.key);
  if (!chat || !raw.key.id) return undefined;
  return { ...envelopeOf(raw, chat, when), kind: "other", kindName, raw: new Uint8Array() };
}

/** Edits, revokes and reactions change a message that is there; other protocol messages are nobody's words. */
function readChange(
  content: proto.IMessage,
  raw: WAMessage,
  chat: Address,
  at: number,
): ChannelEvent | undefined | "message" {
  const { protocolMessage, reactionMessage } = content;
  const fromMe = raw.key.fromMe === true, author = authorOf(raw, chat);
  if (reactionMessage?.key?.id) {
    // Outside groups there is one other side, whatever address it uses today.
    const who = raw.key.fromMe ? "me" : author || "them";
    return { what: "reaction", chat, wid: reactionMessage.key.id, who, emoji: reactionMessage.text ?? "", at };
  }
  if (!protocolMessage) return "message";
  const wid = protocolMessage.key?.id;
  if (!wid) return undefined;
  if (protocolMessage.type === proto.Message.ProtocolMessage.Type.REVOKE) {
    return { what: "revoke", chat, wid, fromMe, author };
  }
  if (protocolMessage.type === proto.Message.ProtocolMessage.Type.MESSAGE_EDIT) {
    const body = textOf(normalizeMessageContent(protocolMessage.editedMessage) ?? {});
    return body === undefined ? undefined : { what: "edit", chat, wid, fromMe, author, body, at };
  }
}

/** A pressed button or a chosen line says its words. */
const CHOSEN = new Set(["buttonsResponseMessage", "listResponseMessage", "templateButtonReplyMessage"]);
/** With words in them they are texts; without, they are nothing. */
const EMPTY_TEXT = new Set(["conversation", "extendedTextMessage"]);

function authorOf({ key }: WAMessage, chat: Address): string {
  return (chat.group && !key.fromMe && normal(key.participant)) || "";
}

type Content = Pick<Incoming, "kind" | "body"> & Partial<Pick<Incoming, "kindName" | "media" | "place" | "cards">>;

/** Keys that ride along with a message but are none. */
const NO_MESSAGE = new Set([
  "senderKeyDistributionMessage",
  "messageContextInfo",
  "protocolMessage",
  "keepInChatMessage",
  "pinInChatMessage",
  "encReactionMessage",
  "fastRatchetKeySenderKeyDistributionMessage",
  // Announces pictures, which come as messages of their own.
  "albumMessage",
]);

function readContent(content: proto.IMessage): Content | undefined {
  const text = textOf(content);
  if (content.conversation || content.extendedTextMessage?.text) return { kind: "text", body: text ?? "" };
  const {
    imageMessage,
    videoMessage,
    audioMessage,
    documentMessage,
    stickerMessage,
    locationMessage,
    liveLocationMessage,
  } = content;
  if (imageMessage) return withMedia("image", imageMessage, text);
  if (videoMessage ?? content.ptvMessage) return withMedia("video", (videoMessage ?? content.ptvMessage)!, text);
  if (audioMessage) return withMedia(audioMessage.ptt ? "voice" : "audio", audioMessage, "");
  if (documentMessage) return withMedia("document", documentMessage, text);
  if (stickerMessage) return withMedia("sticker", stickerMessage, "");
  const location = locationMessage ?? liveLocationMessage;
  if (location) {
    const name = "name" in location ? [location.name, location.address].filter(Boolean).join(", ") : "";
    return {
      kind: "location",
      body: "",
      place: { latitude: location.degreesLatitude ?? 0, longitude: location.degreesLongitude ?? 0, name },
    };
  }
  const cards = content.contactMessage ? [content.contactMessage] : content.contactsArrayMessage?.contacts;
  if (cards) return { kind: "contact", body: "", cards: cards.slice(0, 50).map(readCard) };
  const kindName = getContentType(content) ?? Object.keys(content).find((key) => !NO_MESSAGE.has(key));
  if (!kindName || NO_MESSAGE.has(kindName) || EMPTY_TEXT.has(kindName)) return undefined;
  if (CHOSEN.has(kindName) && text) return { kind: "text", body: text };
  return { kind: "other", kindName, body: text ?? "" };
}

/** The words in a message of any kind that has some. */
function textOf(content: proto.IMessage): string | undefined {
  const text = content.conversation ?? content.extendedTextMessage?.text ?? content.imageMessage?.caption ??
    content.videoMessage?.caption ?? content.documentMessage?.caption ??
    content.templateMessage?.hydratedTemplate?.hydratedContentText ??
    content.buttonsMessage?.contentText ?? content.listMessage?.description ??
    content.buttonsResponseMessage?.selectedDisplayText ??
    content.listResponseMessage?.title ?? content.templateButtonReplyMessage?.selectedDisplayText ??
    content.pollCreationMessage?.name ?? content.pollCreationMessageV3?.name;
  // A NUL would end the text for SQLite.
  return text?.replaceAll("\u0000", "");
}

interface AnyMedia {
  mimetype?: string | null;
  fileLength?: number | { toNumber(): number } | null;
  width?: number | null;
  height?: number | null;
  seconds?: number | null;
  waveform?: Uint8Array | null;
  fileName?: string | null;
}

function withMedia(kind: MessageKind, media: AnyMedia, body: string | undefined): Content {
  // The sender writes what they like here, and it becomes a header of ours.
  const mimetype = /^[\w.+-]+\/[\w.+-]+/.exec(media.mimetype?.trim() ?? "")?.[0].toLowerCase() ?? UNKNOWN_TYPE;
  const found: IncomingMedia = {
    name: media.fileName ? plainName(media.fileName) : `${kind}.${EXTENSION[mimetype] ?? mimetype.split(/\W/)[1]}`,
    mimetype,
    size: toNumber(media.fileLength as number ?? 0),
    width: media.width ?? 0,
    height: media.height ?? 0,
    seconds: media.seconds ?? 0,
    waveform: waveformOf(media.waveform),
  };
  return { kind, body: body ?? "", media: found };
}

/** Only one of the usual length: what a screen draws must not grow with what a sender makes up. */
function waveformOf(bytes: Uint8Array | null | undefined): string {
  return bytes?.length === 64 ? Buffer.from(bytes).toString("base64") : "";
}

const UNKNOWN_TYPE = "application/octet-stream";
const EXTENSION: Record<string, string> = {
  [UNKNOWN_TYPE]: "bin",
  "image/jpeg": "jpg",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "video/quicktime": "mov",
};

function readCard({ displayName, vcard }: proto.Message.IContactMessage): { name: string; number: string } {
  const waid = /waid=(\d{8,15})/.exec(vcard ?? "")?.[1];
  const number = waid ?? /^TEL[^:\n]*:([+\d][\d\s().-]{6,20})/m.exec(vcard ?? "")?.[1]?.replace(/\D/g, "") ?? "";
  return { name: cut(displayName ?? "", 200), number };
}

/** What a message answers to, and whether it was passed on. */
function contextOf(content: proto.IMessage): Pick<Incoming, "quoted" | "forwarded"> {
  for (const part of Object.values(content)) {
    const context = (part as { contextInfo?: proto.IContextInfo } | null)?.contextInfo;
    if (context?.stanzaId || context?.isForwarded) {
      return { quoted: quotedIn(context), forwarded: context.isForwarded ? true : undefined };
    }
  }
  return {};
}

function quotedIn({ stanzaId, quotedMessage }: proto.IContextInfo): Incoming["quoted"] {
  if (!stanzaId) return undefined;
  const quoted = normalizeMessageContent(quotedMessage);
  const read = quoted ? readContent(quoted) : undefined;
  return { wid: stanzaId, body: cut(read?.body ?? "", 500), kind: read?.kind ?? "text", fromMe: false };
}

/** A stored message as the library wants it back. */
export function rawMessage(raw: Uint8Array): proto.IMessage {
  return proto.Message.decode(Buffer.from(raw));
}
