import type { Choice, Customer, Line, MediaFile, Message, Said } from "./model.ts";

export interface FileToSend {
  bytes: Uint8Array<ArrayBuffer>;
  mimeType: string;
  name?: string;
}

/** What a person writes; one of the kinds. */
export interface Writing {
  text?: string;
  image?: FileToSend;
  video?: FileToSend;
  audio?: FileToSend;
  /** Recorded with the phone. */
  voice?: FileToSend;
  document?: FileToSend;
  sticker?: FileToSend;
  location?: { latitude: number; longitude: number; name?: string; address?: string };
  /** As the Cloud API shows contacts: {name: {formatted_name}, phones: [{phone, wa_id}]}. */
  contacts?: Record<string, unknown>[];
  /** The id of a message of the same chat. */
  replyTo?: string;
  /** It was passed on from another chat of WhatsApp. */
  forwarded?: boolean;
  /** A button or a row that was chosen, of the message `replyTo`. */
  choice?: Choice;
  /** The ad that led here. */
  referral?: Record<string, unknown>;
  /** The address of a post, a reel or a story that is passed on. */
  share?: string;
  /** Of a story of the company that is answered. */
  story?: { id: string; url: string };
  /** The address of a story in which the company is named. */
  storyMention?: string;
  /** Something that the API does not hand on. */
  unsupported?: boolean;
}

export const FILES = ["image", "video", "audio", "voice", "document", "sticker"] as const;

/** What stands in a chat of something that was written. */
export function saidBy(writing: Writing, keep: (file: FileToSend) => MediaFile): Said {
  const { text, location, contacts, replyTo, choice } = writing;
  const kind = FILES.find((each) => writing[each]);
  const rest = { text: text ?? choice?.title, replyTo };
  if (kind) {
    return { ...rest, kind: kind === "voice" ? "audio" : kind, isVoice: kind === "voice", media: keep(writing[kind]!) };
  }
  if (location) return { ...rest, kind: "location", location };
  if (contacts) return { ...rest, kind: "contacts", contacts };
  if (writing.unsupported) return { ...rest, kind: "unsupported" };
  return { ...rest, kind: choice ? "choice" : writing.share || writing.storyMention ? "share" : "text" };
}

/** A message that a person writes. */
export function fromCustomer(
  said: Said,
  { id, line, customer, at }: { id: string; line: Line; customer: Customer; at: number },
): Message {
  return {
    ...said,
    id,
    line,
    customer,
    at,
    isFromBusiness: false,
    status: "delivered",
    edits: [],
    isDeleted: false,
    reactions: {},
  };
}
