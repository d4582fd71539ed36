import { atom, getDefaultStore } from "jotai";
import type { Viewer } from "../../src/contract/events.ts";
import { connectionAtom, onEvent, sendToServer, subscribe } from "../live.ts";
import { meAtom } from "../session.ts";
import { openTicketAtom } from "./opened.ts";

/** Who has the open ticket before them, this person left out. */
export const viewersAtom = atom<readonly Viewer[]>([]);

/** The server learns again this often (ms) that somebody types, and this long after the last letter that they stopped. */
const AGAIN_AFTER = 5000;
const PAUSE = 4000;

const store = getDefaultStore();
let leave = () => {};
let joined: number | null = null;
/** Who served the joined ticket when the server last learned of it. */
let servedBy: number | null = null;

/** Reports to the server which ticket is before somebody's eyes: none while the tab is hidden. */
function follow(): void {
  const isSeen = document.visibilityState === "visible";
  const ticketId = isSeen ? store.get(openTicketAtom)?.id ?? null : null;
  const owner = store.get(openTicketAtom)?.userId ?? null;
  if (ticketId === joined) {
    // The company is online for who serves the ticket, and that is somebody else now.
    if (ticketId !== null && owner !== servedBy) sendToServer({ say: "joinChatBox", ticketId });
    servedBy = owner;
    return;
  }
  servedBy = owner;
  stopTyping();
  leave();
  store.set(viewersAtom, []);
  joined = ticketId;
  leave = ticketId === null ? () => {} : subscribe({ say: "joinChatBox", ticketId });
}

let typing: { ticketId: number; saidAt: number; end: ReturnType<typeof setTimeout> } | null = null;

/** A letter was typed into a ticket's answer, or all of them were taken out. */
export function noteTypingHere(ticketId: number, hasText: boolean): void {
  if (!hasText) return stopTyping();
  const now = Date.now();
  const isNew = typing?.ticketId !== ticketId || now - typing.saidAt > AGAIN_AFTER;
  if (isNew) say(ticketId, true);
  clearTimeout(typing?.end);
  typing = { ticketId, saidAt: isNew ? now : typing!.saidAt, end: setTimeout(stopTyping, PAUSE) };
}

/** Of a chat the number is below zero (composer/sending/elsewhere.ts). */
function say(ticketId: number, typing: boolean): void {
  if (ticketId > 0) sendToServer({ say: "typing", ticketId, typing });
  else sendToServer({ say: "chatTyping", chatId: -ticketId, typing });
}

/** The answer was sent, or the writer does something else. */
export function stopTyping(): void {
  if (!typing) return;
  clearTimeout(typing.end);
  say(typing.ticketId, false);
  typing = null;
}

onEvent("presence", ({ ticketId, people }) => {
  if (ticketId !== joined) return;
  store.set(viewersAtom, people.filter(({ id }) => id !== store.get(meAtom)?.id));
});
store.sub(openTicketAtom, follow);
store.sub(connectionAtom, () => store.get(connectionAtom) === "reconnecting" && store.set(viewersAtom, []));
document.addEventListener("visibilitychange", follow);
