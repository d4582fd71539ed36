import type { proto } from "@whiskeysockets/baileys";

/** "pending" while the phone that wrote it is offline. */
export type Status = "pending" | "sent" | "delivered" | "read" | "played";

const ORDER: Status[] = ["pending", "sent", "delivered", "read", "played"];

export interface ReceivedMedia {
  kind: "image" | "video" | "audio" | "document" | "sticker" | "voice";
  /** Of the decrypted file, in hex; undefined when it could not be fetched or decrypted. */
  sha256?: string;
  size: number;
  mimetype: string;
  fileName?: string;
  caption?: string;
  seconds?: number;
  width?: number;
  height?: number;
  /** Bytes of the small picture that comes with the message. */
  thumbnail?: number;
  /** Loudness along a voice note, from 0 to 100. */
  waveform?: number[];
  /** What was wrong with the file, for instance a checksum. */
  fault?: string;
}

/** What a message says, whichever side wrote it. */
export interface Said {
  /** The name WhatsApp's protocol gives this kind of content, or "text". */
  kind: string;
  text?: string;
  media?: ReceivedMedia;
  location?: { latitude: number; longitude: number; name?: string };
  contact?: { name: string; vcard: string };
  /** Several at once. */
  contacts?: { name: string; vcard: string }[];
  /** It was passed on. */
  forwarded?: boolean;
  quotedId?: string;
}

export interface ChatMessage extends Said {
  id: string;
  /** The number of the other side, or the group's jid. */
  chat: string;
  /** The number that wrote it. */
  from: string;
  mine: boolean;
  at: Date;
  /** The texts it was changed to, oldest first; `text` is the newest. */
  edits: string[];
  revoked: boolean;
  /** The emoji that anyone put on it last. */
  reaction?: string;
  /** How many times this id arrived again. */
  duplicates: number;
  status: Status;
  raw: proto.IMessage;
}

export type ReceivedMessage = ChatMessage;

/** A phone's messages, in the order it saw them. */
export class Chats {
  readonly all: ChatMessage[] = [];
  readonly received: ChatMessage[] = [];
  readonly sent: ChatMessage[] = [];
  readonly #byId = new Map<string, ChatMessage>();
  /** Statuses that were faster than the copy of their message. */
  readonly #early = new Map<string, Status>();

  find(id: string): ChatMessage | undefined {
    return this.#byId.get(id);
  }

  add(message: ChatMessage): void {
    this.all.push(message);
    (message.mine ? this.sent : this.received).push(message);
    this.#byId.set(message.id, message);
    const early = this.#early.get(message.id);
    if (early) this.raise(message.id, early);
    this.#early.delete(message.id);
  }

  /** Statuses only rise: a late "delivered" does not undo "read". */
  raise(id: string, status: Status): ChatMessage | undefined {
    const message = this.#byId.get(id);
    if (!message) this.#early.set(id, status);
    if (!message || ORDER.indexOf(status) <= ORDER.indexOf(message.status)) return undefined;
    message.status = status;
    return message;
  }
}
