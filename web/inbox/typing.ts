import { atom, getDefaultStore } from "jotai";
import { onEvent } from "../live.ts";

/** Tickets whose customer is typing. */
export const typingAtom = atom<ReadonlySet<number>>(new Set<number>());

const TYPING_LASTS = 25_000;
const typingEnds = new Map<number, ReturnType<typeof setTimeout>>();

function noteTyping(ticketId: number, typing: boolean): void {
  clearTimeout(typingEnds.get(ticketId));
  typingEnds.delete(ticketId);
  // The word that they stopped may never come.
  if (typing) typingEnds.set(ticketId, setTimeout(() => noteTyping(ticketId, false), TYPING_LASTS));
  getDefaultStore().set(typingAtom, (now) => {
    if (now.has(ticketId) === typing) return now;
    const next = new Set(now);
    if (typing) next.add(ticketId);
    else next.delete(ticketId);
    return next;
  });
}

onEvent("typing", ({ ticketId, typing }) => noteTyping(ticketId, typing));
onEvent("appMessage", (event) => {
  if (event.action !== "update" && !event.message.fromMe) noteTyping(event.message.ticketId, false);
});
