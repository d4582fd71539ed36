import { atom, getDefaultStore, useAtomValue } from "jotai";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { draftsAtom, keepDraft } from "./drafts.ts";
import { noteTypingHere, stopTyping } from "../thread/presence.ts";
import { composerWishAtom } from "./reply.ts";

/** A draft is kept this long (ms) after the last letter, and whenever the composer or the page goes. */
const KEEP_AFTER = 400;

/** The text being written for a ticket: it begins with what was kept, and is kept while it grows. */
export function useComposerText(ticketId: number, field: RefObject<HTMLTextAreaElement | null>) {
  const draft = useAtomValue(useMemo(() => atom((get) => get(draftsAtom)[ticketId] ?? ""), [ticketId]));
  const [text, setText] = useState(draft);
  const kept = useRef(draft);
  const keep = useEffectEvent(() => keepDraft(ticketId, kept.current = text));
  // One that was written elsewhere comes in, unless something is being written here.
  const onDraft = useEffectEvent(() => {
    if (draft !== kept.current && text === kept.current) setText(kept.current = draft);
  });
  useEffect(() => onDraft(), [draft]);
  useEffect(() => {
    const clock = setTimeout(keep, KEEP_AFTER);
    return () => clearTimeout(clock);
  }, [text]);
  useEffect(() => {
    addEventListener("pagehide", keep);
    return () => {
      removeEventListener("pagehide", keep);
      keep();
    };
  }, []);
  useWish(ticketId, field, (taken) => setText((now) => [taken, now].filter(Boolean).join("\n")));
  useGrowth(field, text);
  const clear = () => {
    setText("");
    keepDraft(ticketId, kept.current = "");
    stopTyping();
  };
  const write = (typed: string) => {
    setText(typed);
    noteTypingHere(ticketId, typed !== "");
  };
  return { text, setText: write, clear };
}

/** Takes the focus, and a text that was taken back, when something on the screen wishes so. */
function useWish(ticketId: number, field: RefObject<HTMLTextAreaElement | null>, take: (text: string) => void) {
  const wish = useAtomValue(composerWishAtom);
  const heed = useEffectEvent(() => {
    if (!wish || (wish.ticketId ?? ticketId) !== ticketId) return;
    getDefaultStore().set(composerWishAtom, null);
    if (wish.text) take(wish.text);
    field.current?.focus();
  });
  useEffect(() => heed(), [wish]);
}

/** Lets the field grow with its text where the browser does not do it by itself. */
function useGrowth(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  useLayoutEffect(() => {
    const element = field.current!;
    if (CSS.supports("field-sizing", "content")) return;
    element.style.blockSize = "auto";
    element.style.blockSize = `${element.scrollHeight}px`;
  }, [field, text]);
}
