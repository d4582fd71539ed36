import type { ErrorCode } from "./errors.ts";

/** An app at Meta: who may ask, and where notices go. */
export interface MetaApp {
  id: string;
  name: string;
  secret: string;
  /** By these the app is known where accounts log in with Instagram. */
  instagramId: string;
  instagramSecret: string;
  /** What the app's owner has typed beside the callback address. */
  verifyToken: string;
  callback?: string;
  /** By object (whatsapp_business_account, page, instagram): the fields that the app wants to hear of. */
  fields: Record<string, string[]>;
  /** Meta has approved the tag HUMAN_AGENT for it. */
  hasHumanAgent: boolean;
  /** Addresses that a login may lead back to; any when empty. */
  redirects: string[];
}

export interface WhatsAppAccount {
  id: string;
  name: string;
  /** People have one id for all accounts of a business. */
  businessId: string;
  templates: Template[];
  /** By app, with the callback that replaces the app's own for this account. */
  subscribers: Map<string, { callback?: string }>;
}

export interface WhatsAppLine {
  channel: "whatsapp";
  /** The phone-number id. */
  id: string;
  account: WhatsAppAccount;
  /** Digits with the country. */
  number: string;
  name: string;
  quality: "GREEN" | "YELLOW" | "RED" | "UNKNOWN";
  isRegistered: boolean;
}

export interface MessengerLine {
  channel: "messenger";
  /** The page's id. */
  id: string;
  name: string;
  /** By app, the fields it is subscribed to. */
  subscribers: Map<string, string[]>;
  instagram?: InstagramLine;
}

export interface InstagramLine {
  channel: "instagram";
  /** The professional account's id, which notices name; `user_id` of GET /me. */
  id: string;
  /** What a login says of it: `id` of GET /me, another one for each app. */
  scopedId: string;
  name: string;
  username: string;
  /** The page through which it is reached; without one it logs in with Instagram. */
  page?: MessengerLine;
  subscribers: Map<string, string[]>;
}

export type Line = WhatsAppLine | MessengerLine | InstagramLine;

export interface Template {
  id: string;
  name: string;
  language: string;
  category: "MARKETING" | "UTILITY" | "AUTHENTICATION";
  status: "APPROVED" | "PENDING" | "REJECTED" | "PAUSED" | "DISABLED";
  parameterFormat: "POSITIONAL" | "NAMED";
  components: TemplateComponent[];
  rejectedReason?: string;
}

export interface TemplateComponent {
  type: string;
  format?: string;
  text?: string;
  buttons?: { type: string; text?: string; url?: string; phone_number?: string }[];
  example?: unknown;
}

export interface Token {
  value: string;
  kind: "user" | "page" | "system" | "instagram" | "app";
  app: MetaApp;
  /** Whose it is: of pages the page's, of Instagram the account's id. */
  ownerId: string;
  scopes: string[];
  /** Milliseconds since 1970; it never ends when left out. */
  expiresAt?: number;
  issuedAt: number;
  /** It came from a login and lives for an hour or two. */
  isShort?: boolean;
  isRevoked?: boolean;
}

/** A pretend person as the networks know them. */
export interface Customer {
  name: string;
  /** Digits with the country; who has none has no WhatsApp. */
  phone?: string;
  username?: string;
  /** WhatsApp tells businesses the id only. */
  hidesNumber: boolean;
  /** While off, messages are sent but not delivered. */
  isOnline: boolean;
  /** Wants no marketing. */
  isOptedOut: boolean;
  /** By the scope (business, page, Instagram account): the id under which it is known there. */
  ids: Map<string, string>;
}

/** Bytes that somebody sent, and what is told about them. */
export interface MediaFile {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
  mimeType: string;
  name?: string;
  /** Milliseconds since 1970; asked for afterwards it is gone. */
  expiresAt: number;
  isLost?: boolean;
  /** What the network says of it instead of the truth. */
  lies?: { mimeType?: string; size?: number; sha256?: string };
}

export interface Choice {
  id: string;
  title: string;
  /** What stands below, in lists. */
  description?: string;
  /** Where it leads instead of answering. */
  url?: string;
}

export interface Said {
  /** text, image, video, audio, document, sticker, location, contacts, template, interactive … */
  kind: string;
  text?: string;
  media?: MediaFile;
  /** A voice note rather than music. */
  isVoice?: boolean;
  location?: { latitude: number; longitude: number; name?: string; address?: string };
  contacts?: Record<string, unknown>[];
  choices?: Choice[];
  /** Of a template. */
  template?: string;
  replyTo?: string;
}

export type Status = "accepted" | "sent" | "delivered" | "read" | "failed";

export interface Message extends Said {
  id: string;
  line: Line;
  customer: Customer;
  isFromBusiness: boolean;
  /** Milliseconds since 1970. */
  at: number;
  status: Status;
  failure?: ErrorCode;
  edits: string[];
  isDeleted: boolean;
  /** By side: the emoji. */
  reactions: { business?: string; customer?: string };
  /** The app that sent it; none when it was written by hand. */
  app?: MetaApp;
  /** `biz_opaque_callback_data` or `metadata`: what comes back with notices. */
  callbackData?: string;
  category?: string;
  /** As it was sent to us, for tests to look into. */
  raw?: unknown;
}
