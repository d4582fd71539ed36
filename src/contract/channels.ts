import * as z from "zod/mini";

/** As the spec has it (2 §4), and the chat on a company's own page. */
export const Channel = z.enum(["whatsapp", "facebook", "instagram", "webchat"]);
export type Channel = z.infer<typeof Channel>;

/** What a connection is at: a phone that was linked, WhatsApp's Cloud API, or one of the other channels. */
export const ConnectionKind = z.enum(["linked", "cloud", "facebook", "instagram", "webchat"]);
export type ConnectionKind = z.infer<typeof ConnectionKind>;

/** `provider` of a connection at WhatsApp's Cloud API; every other one at WhatsApp is a linked phone. */
export const CLOUD = "cloud";

export function kindOf({ channel, provider }: { channel: Channel; provider: string }): ConnectionKind {
  if (channel !== "whatsapp") return channel;
  return provider === CLOUD ? "cloud" : "linked";
}

export function channelOf(kind: ConnectionKind): Channel {
  return kind === "linked" || kind === "cloud" ? "whatsapp" : kind;
}

/** What can be done at a channel, and what cannot. */
export interface Traits {
  /** Anybody with a phone number can be written to; elsewhere only who has written before. */
  byNumber: boolean;
  /** Hours since the customer's last message in which they may be answered freely (official-channels.md); 0 = always. */
  windowHours: number;
  /** Outside of the window a message goes by a template that the network has approved. */
  templates: boolean;
  edits: boolean;
  revokes: boolean;
  reacts: boolean;
  stickers: boolean;
  /** Units of a text that the network takes. */
  longestText: number;
}

/** Source of the official channels' limits: Meta's references of their Send APIs, as of Graph v25.0. */
export const TRAITS: Readonly<Record<ConnectionKind, Traits>> = {
  linked: {
    byNumber: true,
    windowHours: 0,
    templates: false,
    edits: true,
    revokes: true,
    reacts: true,
    stickers: true,
    longestText: 65_536,
  },
  cloud: {
    byNumber: true,
    windowHours: 24,
    templates: true,
    edits: false,
    revokes: false,
    reacts: true,
    stickers: true,
    longestText: 4096,
  },
  facebook: {
    byNumber: false,
    windowHours: 24,
    templates: false,
    edits: false,
    revokes: false,
    reacts: false,
    stickers: false,
    longestText: 2000,
  },
  instagram: {
    byNumber: false,
    windowHours: 24,
    templates: false,
    edits: false,
    revokes: false,
    reacts: true,
    stickers: false,
    longestText: 1000,
  },
  webchat: {
    byNumber: false,
    windowHours: 0,
    templates: false,
    edits: true,
    revokes: true,
    reacts: true,
    stickers: true,
    longestText: 65_536,
  },
};
