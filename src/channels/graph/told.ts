import type { ChannelEvent, Incoming, IncomingMedia } from "../channel.ts";

/** What a notice tells: a message, or what became of one. */
export type Told = { message: Incoming } | { event: ChannelEvent };

export function emptyMedia(): IncomingMedia {
  return { name: "", mimetype: "", size: 0, width: 0, height: 0, seconds: 0, waveform: "" };
}

/** The part of a notice as it came: by it a file is fetched later. */
export function rawOf(part: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(part));
}

/** ms since 1970 of a time in seconds, as text or number. */
export function secondsOf(timestamp: string | number | undefined): number {
  return Number(timestamp ?? 0) * 1000;
}

/** Which of our own ids a message of the network's has; its own for those that are not ours. */
export type Own = (networkId: string) => string;

/** What is ours has another id here than at the network. */
export function quotedAs(networkId: string, own: Own): NonNullable<Incoming["quoted"]> {
  const wid = own(networkId);
  return { wid, body: "", kind: "text", fromMe: wid !== networkId };
}
