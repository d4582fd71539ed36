import { atom } from "jotai";
import type { Message } from "../../src/contract/messages.ts";

/** What is being asked about a message, above everything else; one at a time. */
export const messageDialogAtom = atom<{ kind: "react" | "forward" | "edit" | "edits"; message: Message } | null>(null);
