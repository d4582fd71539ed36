import type { AnyMessageContent, WAMessage } from "@whiskeysockets/baileys";
import type { Outgoing } from "../channel.ts";
import { rawMessage } from "./read_message.ts";

/** A message of ours in the library's words. */
export function contentOf({ kind, body, file }: Outgoing): AnyMessageContent {
  if (!file) return { text: body };
  const { path, mimetype, name, seconds } = file;
  const from = { url: path };
  const caption = body || undefined;
  // Without a given thumbnail the library would look for an image processor that the product does not carry.
  if (kind === "image") return { image: from, mimetype, caption, jpegThumbnail: "" };
  if (kind === "video") return { video: from, mimetype, caption, jpegThumbnail: "" };
  if (kind === "audio" || kind === "voice") {
    return { audio: from, mimetype, ptt: kind === "voice", seconds: seconds || undefined };
  }
  if (kind === "sticker") return { sticker: from, mimetype };
  return { document: from, mimetype, fileName: name, caption };
}

/** The message that an answer quotes, as the library wants it. */
export function quotedOf({ quoted, jid }: Outgoing): WAMessage | undefined {
  if (!quoted) return undefined;
  const { wid, fromMe, author, raw } = quoted;
  return {
    key: { remoteJid: jid, id: wid, fromMe, participant: author || undefined },
    message: rawMessage(raw),
  } as WAMessage;
}
