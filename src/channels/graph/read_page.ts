import type { Address, Incoming } from "../channel.ts";
import { userAddress } from "./addresses.ts";
import type { PageKind } from "./kinds.ts";
import type { Attachment, Messaging } from "./page_shapes.ts";
import { NO_ID } from "./sends.ts";
import { emptyMedia, type Own, quotedAs, rawOf, type Told } from "./told.ts";

/** Whose conversation an event of a page belongs to: the other side's, whoever has sent it. */
export function chatOf({ sender, recipient, message }: Messaging, kind: PageKind): Address {
  return userAddress(kind, message?.is_echo ? recipient.id : sender.id);
}

/** What an event of Messenger or Instagram tells; receipts stand in `receipts.ts`. */
export function readMessaging(event: Messaging, kind: PageKind, own: Own): Told[] {
  const { message, reaction, postback, message_edit: edit, timestamp: at = 0 } = event;
  const chat = chatOf(event, kind);
  if (reaction) {
    const emoji = reaction.action === "unreact" ? "" : reaction.emoji ?? (reaction.reaction === "love" ? "❤️" : "👍");
    return [{ event: { what: "reaction", chat, wid: own(reaction.mid), who: "them", emoji, at } }];
  }
  if (edit) {
    return [{ event: { what: "edit", chat, wid: edit.mid, fromMe: false, author: "", body: edit.text, at } }];
  }
  if (postback) {
    const wid = postback.mid ?? `${NO_ID}${event.sender.id}.${at}`;
    return [{ message: { ...frame(event, chat, wid), kind: "text", body: postback.title ?? postback.payload ?? "" } }];
  }
  if (!message || message.is_self) return [];
  if (message.is_deleted) return revokesOf(message, chat, own);
  return messagesOf(event, message, chat, own).map((message) => ({ message }));
}

/** Meta takes at most so many files in one message (Messenger Platform, "Sending attachments"). */
const MOST_FILES = 30;

/** Each file of a message is one of ours; how many there were is not told. */
function revokesOf({ mid, is_echo: fromMe = false }: { mid: string; is_echo?: boolean }, chat: Address, own: Own) {
  const wids = fromMe ? [own(mid)] : Array.from({ length: MOST_FILES }, (_, nth) => nth === 0 ? mid : `${mid}.${nth}`);
  return wids.map((wid): Told => ({ event: { what: "revoke", chat, wid, fromMe, author: "" } }));
}

/** A message may bring several files at once: each becomes one of ours, the first under the message's own id. */
function messagesOf(
  event: Messaging,
  message: NonNullable<Messaging["message"]>,
  chat: Address,
  own: Own,
): Incoming[] {
  const { mid, text = "", attachments, reply_to: replied } = message;
  const quoted = replied?.mid ? quotedAs(replied.mid, own) : undefined;
  const story = replied?.story?.url ? `${replied.story.url}\n` : "";
  const base = { ...frame(event, chat, mid), ...(quoted && { quoted }) };
  if (attachments.length === 0) {
    const kind = message.is_unsupported ? "other" as const : "text" as const;
    return [{ ...base, kind, kindName: message.is_unsupported ? "unsupported" : "", body: story + text }];
  }
  return attachments.map((attachment, nth) => ({
    ...base,
    wid: nth === 0 ? mid : `${mid}.${nth}`,
    raw: rawOf(attachment),
    ...contentOf(attachment, nth === 0 ? story + text : ""),
  }));
}

function frame(event: Messaging, chat: Address, wid: string): Omit<Incoming, "kind" | "body"> {
  return {
    chat,
    wid,
    fromMe: event.message?.is_echo === true,
    when: "live",
    pushName: "",
    participant: "",
    author: "",
    at: event.timestamp ?? 0,
    kindName: "",
    raw: rawOf(event.message ?? {}),
  };
}

/** Meta says neither kind nor size of a file: its address tells when it is fetched. */
const MIMETYPES: Readonly<Record<string, string>> = { image: "image/jpeg", video: "video/mp4", audio: "audio/mp4" };

type Content = Pick<Incoming, "kind" | "body"> & Partial<Pick<Incoming, "media" | "place" | "kindName">>;

function contentOf({ type, payload }: Attachment, body: string): Content {
  const { url, title = "", coordinates, sticker_id: sticker } = payload ?? {};
  if (coordinates) {
    return { kind: "location", body, place: { latitude: coordinates.lat, longitude: coordinates.long, name: title } };
  }
  const mimetype = MIMETYPES[type];
  if (url && (mimetype || type === "file")) {
    const kind = sticker ? "sticker" : type === "file" ? "document" : type as "image" | "video" | "audio";
    return { kind, body, media: { ...emptyMedia(), name: title, mimetype: mimetype ?? "application/octet-stream" } };
  }
  // A link, a shared post, a mention in a story: what they lead to.
  const words = [body, title, url].filter(Boolean).join("\n");
  return words ? { kind: "text", body: words } : { kind: "other", body: "", kindName: type };
}
