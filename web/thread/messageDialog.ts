import { atom, getDefaultStore } from "jotai";
import type { Message } from "../../src/contract/messages.ts";
import { isStillEditable, mayEditMessage } from "../../src/contract/permissions.ts";
import { findOpened } from "./opened.ts";

/** What is being asked about a message, above everything else; one at a time. */
export const messageDialogAtom = atom<{ kind: "react" | "forward" | "edit" | "edits"; message: Message } | null>(null);

/** Whether a person may change a message now. */
export function isEditable(message: Message, userId: number): boolean {
  const isOwn = mayEditMessage({ id: userId }, { ...message, userId: message.user?.id ?? null });
  return isOwn && isStillEditable(Date.parse(message.createdAt), Date.now());
}

/** Opens the newest text that the person may still change, if there is one. */
export function editLast(ticketId: number, userId: number): boolean {
  const messages = findOpened({ ticketId })?.thread?.messages ?? [];
  const message = messages.findLast((one) => isEditable(one, userId));
  if (message) getDefaultStore().set(messageDialogAtom, { kind: "edit", message });
  return message !== undefined;
}
