import { CallError } from "../../call.ts";
import type { Message } from "../../../src/contract/messages.ts";
import type { UnsentMessage } from "./unsent.ts";
import type { Upload } from "./upload.ts";

/** Other places than tickets in which people write: there a `ticketId` is the place's own number, below zero. */
export interface Elsewhere {
  /** Sends it, and shows the answer in its thread. */
  send(unsent: UnsentMessage, ready: Upload | null, way: {
    onProgress: (share: number) => void;
    signal: AbortSignal;
  }): Promise<void>;
  /** See `mediaAddress` in thread/media.ts. */
  mediaAddress(message: Message): Promise<string>;
}

let load: (() => Promise<Elsewhere>) | undefined;

/** Says how there is written; it comes when something is. */
export function knowElsewhere(how: () => Promise<Elsewhere>): void {
  load = how;
}

export function isElsewhere({ ticketId }: { ticketId: number }): boolean {
  return ticketId < 0;
}

export async function elsewhere(): Promise<Elsewhere> {
  // Without a line it does not come, and what is sent waits as it would for the server.
  return await load?.().catch(() => undefined) ?? Promise.reject(new CallError("ERR_OFFLINE", 0));
}
