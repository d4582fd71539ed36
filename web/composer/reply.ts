import { atom, getDefaultStore } from "jotai";
import type { Message } from "../../src/contract/messages.ts";

/** The message of the open ticket that is being replied to. */
export const replyAtom = atom<Message | null>(null);

/**
 * That the composer should take the focus, with a text that was taken back; a new object is a new wish. With a `ticketId` it
 * is for that ticket's alone: another one may still be on the screen when it is made.
 */
export const composerWishAtom = atom<{ text: string; ticketId?: number } | null>(null);

/** Puts the cursor where the answer is written, unless that would call up a phone's keyboard over what is to be read. */
export function focusComposer(ticketId?: number): void {
  if (matchMedia("(hover: hover)").matches) getDefaultStore().set(composerWishAtom, { text: "", ticketId });
}
