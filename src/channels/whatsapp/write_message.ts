import { Buffer } from "node:buffer";
import type { AnyMessageContent, WAMessage, WAMessageKey } from "@whiskeysockets/baileys";
import type { Outgoing, OutgoingChange, OutgoingFile } from "../channel.ts";
import { rawMessage } from "./read_message.ts";

/** A message of ours in the library's words. */
export function contentOf(message: Outgoing): AnyMessageContent {
  const { forwarded, body, place, cards, file, kind } = message;
  const contextInfo = forwarded ? { isForwarded: true, forwardingScore: 1 } : undefined;
  if (file) return { ...fileContent(kind, file, body || undefined), contextInfo } as AnyMessageContent;
  if (place) {
    const { latitude, longitude, name } = place;
    return {
      location: { degreesLatitude: latitude, degreesLongitude: longitude, name: name || undefined, contextInfo },
    };
  }
  if (cards?.length) return { contacts: { displayName: cards[0]!.name, contacts: cards.map(vcardOf) }, contextInfo };
  return { text: body, contextInfo };
}

function fileContent(kind: Outgoing["kind"], file: OutgoingFile, caption: string | undefined): AnyMessageContent {
  const { path, mimetype, name, seconds, width, height, thumbnail, waveform } = file;
  const from = { url: path };
  // Told as zero, a size would make phones draw nothing.
  const frame = { width: width || undefined, height: height || undefined };
  // Without a given thumbnail the library would look for an image processor that the product does not carry.
  if (kind === "image") return { image: from, mimetype, caption, ...frame, jpegThumbnail: thumbnail };
  if (kind === "video") return { video: from, mimetype, caption, ...frame, jpegThumbnail: thumbnail };
  if (kind === "audio" || kind === "voice") {
    const sound = { seconds: seconds || undefined, waveform: new Uint8Array(Buffer.from(waveform, "base64")) };
    return { audio: from, mimetype: kind === "voice" ? VOICE_TYPE : mimetype, ptt: kind === "voice", ...sound };
  }
  if (kind === "sticker") return { sticker: from, mimetype, ...frame } as AnyMessageContent;
  return { document: from, mimetype, fileName: name, caption };
}

/** What phones want a voice note to be called; with "audio/ogg" alone some do not play it. */
const VOICE_TYPE = "audio/ogg; codecs=opus";

/** A contact as a vCard 3.0 (RFC 2426); by `waid` phones know whom to offer a chat with. */
function vcardOf({ name, number }: { name: string; number: string }): { displayName: string; vcard: string } {
  const escaped = name.replace(/[\\;,]/g, "\\$&").replace(/[\r\n]+/g, " ");
  const lines = ["BEGIN:VCARD", "VERSION:3.0", `N:;${escaped};;;`, `FN:${escaped}`];
  return { displayName: name, vcard: [...lines, `TEL;type=CELL;waid=${number}:+${number}`, "END:VCARD"].join("\n") };
}

/** A change of ours in the library's words. */
export function changeOf(change: OutgoingChange, key: WAMessageKey): AnyMessageContent {
  switch (change.what) {
    case "revoke":
      return { delete: key };
    case "react":
      return { react: { key, text: change.emoji } };
    case "edit":
      return { text: change.body, edit: key };
  }
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
