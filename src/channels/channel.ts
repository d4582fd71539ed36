import type { ConnectionKind } from "../contract/channels.ts";
import type { ConnectionStatus, Situation } from "../contract/connections.ts";
import type { MessageKind } from "../contract/tickets.ts";

/** Someone, or a group, as a network knows them. At least one of the identities is there. */
export interface Address {
  /** The address under which the network reaches them (a JID). */
  jid: string;
  /** Digits of a phone number, never a LID's. */
  phone?: string;
  /** Digits of a WhatsApp LID. */
  lid?: string;
  /** The id of a group. */
  group?: string;
  /** The id under which a channel knows them that shows no phone number, and the address (JID) that belongs to it. */
  user?: { kind: UserKind; value: string; jid: string };
}

/** Whose ids they are: WhatsApp's (of people with a user name), a Facebook page's, an Instagram account's, our own web chat's. */
export const USER_KINDS = ["wa_user", "facebook", "instagram", "webchat"] as const;
export type UserKind = typeof USER_KINDS[number];

export interface IncomingMedia {
  name: string;
  mimetype: string;
  /** Bytes, as the sender says. */
  size: number;
  width: number;
  height: number;
  seconds: number;
  /** Loudness of a voice note, 64 bytes from 0 to 100 as base64; empty when the sender sent none. */
  waveform: string;
}

/** A message in our shape, whatever network it came from. */
export interface Incoming {
  chat: Address;
  /** The network's id of the message. */
  wid: string;
  fromMe: boolean;
  /** As it happened, or kept for us while we were away; or old history that a new link brings along. */
  when: "live" | "history";
  /** The name the sender gave themselves; empty when unknown. */
  pushName: string;
  /** Who wrote it in a group: the name they gave themselves, and their address (a JID); empty elsewhere. */
  participant: string;
  author: string;
  /** ms since 1970, by the network's clock. */
  at: number;
  kind: MessageKind;
  /** The network's own name for a kind we can't show. */
  kindName: string;
  body: string;
  media?: IncomingMedia;
  quoted?: { wid: string; body: string; kind: MessageKind; fromMe: boolean };
  place?: { latitude: number; longitude: number; name: string };
  cards?: { name: string; number: string }[];
  /** The sender had it from somebody else. */
  forwarded?: true;
  /** As the network carries it, for fetching its file, quoting it and sending it again. */
  raw: Uint8Array;
}

/** What happens to a message that is already known. */
export type ChannelEvent =
  | { what: "edit"; chat: Address; wid: string; fromMe: boolean; author: string; body: string; at: number }
  | { what: "revoke"; chat: Address; wid: string; fromMe: boolean; author: string }
  /** `who` is `me`, `them`, or in a group the address of one of them. */
  | { what: "reaction"; chat: Address; wid: string; who: string; emoji: string; at: number }
  /** `ack` as in contract/messages.ts; a failure comes with its code, and `isPart` if it is of one piece of several. */
  | { what: "receipt"; wid: string; ack: number; failure?: string; isPart?: true }
  | { what: "typing"; chat: Address; typing: boolean }
  /** Somebody has told the network that they want no marketing of this account. */
  | { what: "noMarketing"; chat: Address }
  /** What a group calls itself, or somebody whose messages come without their name. */
  | { what: "subject"; chat: Address; subject: string }
  /** Somebody is reached elsewhere from now on; the address before may become somebody else's. */
  | { what: "renumbered"; chat: Address; to: Address }
  /** Two identities that belong to one person. */
  | { what: "pair"; phone: string; lid: string }
  | { what: "call"; chat: Address; wid: string; at: number; video: boolean };

/** A message on its way out. It carries our own id, so that a repeat is seen once. */
export interface Outgoing {
  jid: string;
  wid: string;
  kind: MessageKind;
  body: string;
  /** The file to send, and what it is. */
  file?: OutgoingFile;
  place?: { latitude: number; longitude: number; name: string };
  cards?: { name: string; number: string }[];
  /** It was written to somebody else first. */
  forwarded: boolean;
  /** A text that the network has approved, to be sent by its name: `body` is what it reads like. */
  template?: { name: string; language: string; parameters: TemplateParameters };
  /** A person wrote it, and no bot, campaign or program. */
  byPerson?: boolean;
  /** When the customer wrote last (ms since 1970), where that limits how long they may be answered. */
  heardAt?: number;
  /** The message it answers. */
  quoted?: { wid: string; fromMe: boolean; author: string; raw: Uint8Array };
}

export interface OutgoingFile extends Omit<IncomingMedia, "size"> {
  path: string;
  /** A small JPEG of a picture, as base64; empty for none. */
  thumbnail: string;
}

/** What a template's blanks are filled with, in their order, or by their names where it has such. */
export interface TemplateParameters {
  header: string[];
  body: string[];
  buttons: string[];
  names?: string[];
}

/** A change to a message that has left, on its way out under an id of its own. */
export type OutgoingChange =
  & { to: MessageKey; wid: string }
  & ({ what: "revoke" } | { what: "react"; emoji: string } | { what: "edit"; body: string });

/** A message named to the network. */
export interface MessageKey {
  jid: string;
  wid: string;
  fromMe: boolean;
  author: string;
}

export interface State {
  status: ConnectionStatus;
  situation: Situation;
  qrcode: string;
  qr: { nth: number; of: number; until: Date } | null;
  /** Digits of the linked account; empty while none is linked. */
  number: string;
  retries: number;
  /** With which the network closed the line last, before this state. */
  code?: number;
}

/** What the network itself says of whom an account may write to first. */
export interface Reach {
  /** ms since 1970, until which it may write to no strangers. */
  lockedUntil?: number;
  /** So many new chats are left to it in the present period. */
  newChatsLeft?: number;
}

/** The provider's app at Meta, by which all its companies' accounts are reached. */
export interface MetaApp {
  id: string;
  secret: string;
  /** Of accounts that are linked by Instagram's own login; empty where the app's own counts. */
  instagramId: string;
  instagramSecret: string;
  /** What Meta says when it makes sure of our address. */
  verifyToken: string;
  /** Of the Graph API: v25.0 */
  version: string;
}

/** Somebody whom the linked phone knows by name. */
export interface BookEntry {
  address: Address;
  name: string;
}

/** What a session hands out. Each is called in the order in which things happened within a chat. */
export interface Listeners {
  /** True when it was stored. Must store before it returns: it is called inside the transaction that lets go of the journal's row. */
  onIncoming(message: Incoming): boolean;
  onEvent(event: ChannelEvent): void;
  /** What the phone's address book, or its list of chats, says of people. */
  onPeople(people: BookEntry[]): void;
  onState(state: State): void;
  /** The raw message that was sent as `wid`, for a receiver who could not read it. */
  rawOf(wid: string): Uint8Array | undefined;
}

/** One connection of one company to a network, with a life of its own: it reconnects until it is closed. */
export interface ChannelSession {
  readonly kind: ConnectionKind;
  readonly state: State;
  /** ms since 1970, until which the network wants fewer messages from this account; left out where it never says so. */
  readonly heldUntil?: number;
  /** Hands a message to the network. Rejects with a Refusal when it can never go, with anything else when it may later. */
  send(message: Outgoing): Promise<{ raw: Uint8Array }>;
  /** Learns what must be known of people before the first message to them; for many at once it is much cheaper. */
  prefetchDevices(jids: string[]): Promise<void>;
  change(change: OutgoingChange): Promise<void>;
  markRead(keys: MessageKey[]): Promise<void>;
  /** Shows in a chat that we write, or no longer do. A sign that does not arrive is no loss: it never fails. */
  showTyping(jid: string, typing: boolean): void;
  /** Somebody looks at this chat: the network then says when the other side types. With null nobody looks at any. */
  attend(jid: string | null): void;
  /** Lets a call that was offered ring no more. */
  rejectCall(wid: string): Promise<void>;
  /** The file of a message, to be written to `path`; asks the sender's phone again when the network has let it go. */
  fetchMedia(key: MessageKey, raw: Uint8Array, path: string, mostBytes: number): Promise<void>;
  /** How the network addresses a phone number, or nothing when it does not know it. */
  lookUp(phone: string): Promise<Address | undefined>;
  /** The same for several at once (digits): what is left out is no number of the network's. */
  lookUpMany(phones: readonly string[]): Promise<Map<string, Address>>;
  /** How the network sees the account now. What it does not say is left out. */
  reach(): Promise<Reach>;
  pairingCode(phone: string): Promise<string>;
  /** Ends the session but keeps the link. */
  close(): Promise<void>;
  /** Unlinks the account and forgets its keys. */
  logOut(): Promise<void>;
}

/** A session whose other side speaks to us by calls of our own, not by a network's line. */
export interface VisitedSession extends ChannelSession {
  readonly kind: "webchat";
  /** A visitor wrote: true when it was stored. To be called inside the transaction that also stores what came along. */
  arrived(message: Incoming): boolean;
  happened(event: ChannelEvent): void;
}

export function isVisited(session: ChannelSession | undefined): session is VisitedSession {
  return session?.kind === "webchat";
}
