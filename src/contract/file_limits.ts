import type { ConnectionKind } from "./channels.ts";

const MB = 1_000_000;

/**
 * What the official channels take at most, by a file's kind; the first that fits counts. Sources: Cloud API, "Supported media
 * types"; Messenger and Instagram, "Sending attachments".
 */
const LARGEST: Partial<Record<ConnectionKind, readonly (readonly [kind: RegExp, bytes: number])[]>> = {
  cloud: [[/^image\/(jpeg|png)$/, 5 * MB], [/^(video\/(mp4|3gpp)$|audio\/)/, 16 * MB]],
  facebook: [[/^/, 25 * MB]],
  instagram: [[/^image\//, 8 * MB], [/^/, 25 * MB]],
};

/** The largest file (bytes) of a kind that can be sent by a connection; Infinity where the channel sets no limit of its own. */
export function largestFileAt(kind: ConnectionKind, mimetype: string): number {
  return LARGEST[kind]?.find(([kinds]) => kinds.test(mimetype))?.[1] ?? Infinity;
}
