import { extractMessageContent, getContentType, type proto } from "@whiskeysockets/baileys";
import type { Said } from "./chats.ts";

type Content = proto.IMessage;

/** What a message says, without its media file. */
export function readContent(message: Content): Said {
  const content = extractMessageContent(message) ?? message;
  const type = getContentType(content);
  const context = type && (content[type] as { contextInfo?: proto.IContextInfo } | undefined)?.contextInfo;
  const quotedId = (context && context.stanzaId) || undefined;
  const text = content.conversation ?? content.extendedTextMessage?.text;
  const forwarded = context?.isForwarded || undefined;
  if (text !== null && text !== undefined) return { kind: "text", text, quotedId, forwarded };
  const { locationMessage: place, contactMessage: card, contactsArrayMessage: cards } = content;
  return {
    forwarded,
    kind: type ?? "empty",
    text: captionOf(content),
    quotedId,
    location: place
      ? { latitude: place.degreesLatitude ?? 0, longitude: place.degreesLongitude ?? 0, name: place.name ?? undefined }
      : undefined,
    contact: card ? contactOf(card) : undefined,
    contacts: cards?.contacts?.map(contactOf),
  };
}

function contactOf({ displayName, vcard }: proto.Message.IContactMessage): { name: string; vcard: string } {
  return { name: displayName ?? "", vcard: vcard ?? "" };
}

function captionOf({ imageMessage, videoMessage, documentMessage }: Content): string | undefined {
  return (imageMessage ?? videoMessage ?? documentMessage)?.caption ?? undefined;
}

/** The `type` of a message stanza. */
export function stanzaType(message: Content): string {
  if (message.reactionMessage) return "reaction";
  if (message.pollCreationMessage ?? message.pollCreationMessageV3) return "poll";
  return mediaType(message) ? "media" : "text";
}

/** The `mediatype` of an `<enc>`. */
export function mediaType(message: Content): string | undefined {
  if (message.imageMessage) return "image";
  if (message.videoMessage) return "video";
  if (message.audioMessage) return message.audioMessage.ptt ? "ptt" : "audio";
  if (message.documentMessage) return "document";
  if (message.stickerMessage) return "sticker";
  if (message.contactMessage) return "vcard";
  if (message.locationMessage) return "location";
}
