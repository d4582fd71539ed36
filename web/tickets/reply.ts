import { atom } from "jotai";
import type { Message } from "../../src/contract/messages.ts";

/** The message of the open ticket that is being replied to. */
export const replyAtom = atom<Message | null>(null);

/** That the composer should take the focus, with a text that was taken back; a new object is a new wish. */
export const composerWishAtom = atom<{ text: string } | null>(null);
