import { atom, getDefaultStore } from "jotai";
import { onEvent } from "../live.ts";
import { onOtherPerson } from "../person.ts";

/** Nobody types longer than this (ms) without saying so again. */
const TYPING_LASTS = 12_000;

/** Who types in which chat, by its number. */
export const chatTypingAtom = atom<ReadonlyMap<number, readonly { id: number; name: string }[]>>(new Map());

const store = getDefaultStore();
const clocks = new Map<string, ReturnType<typeof setTimeout>>();

function note(chatId: number, user: { id: number; name: string }, typing: boolean): void {
  const key = `${chatId}/${user.id}`;
  clearTimeout(clocks.get(key));
  clocks.delete(key);
  if (typing) clocks.set(key, setTimeout(() => note(chatId, user, false), TYPING_LASTS));
  store.set(chatTypingAtom, (now) => {
    const others = (now.get(chatId) ?? []).filter(({ id }) => id !== user.id);
    return new Map([...now, [chatId, typing ? [...others, user] : others]]);
  });
}

onEvent("chatTyping", ({ chatId, user, typing }) => note(chatId, user, typing));
// Whoever has written types no more.
onEvent("chat", (event) => {
  if (event.action !== "new-message" || event.newMessage.senderId === null) return;
  note(event.chat.id, { id: event.newMessage.senderId, name: "" }, false);
});
onOtherPerson(() => store.set(chatTypingAtom, new Map()));
