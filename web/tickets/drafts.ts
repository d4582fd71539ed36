import { atom, getDefaultStore } from "jotai";
import { meAtom } from "../session.ts";
import { onOtherPerson } from "./person.ts";

/** Unsent texts by ticket id. They outlive a reload, and belong to one person of a shared computer. */
export const draftsAtom = atom<Readonly<Record<number, string>>>({});

const store = getDefaultStore();
/** Drafts of tickets long gone need not be kept for ever. */
const MOST = 200;

function keyNow(): string | undefined {
  const me = store.get(meAtom);
  return me ? `drafts-${me.id}` : undefined;
}

export function keepDraft(ticketId: number, text: string): void {
  const { [ticketId]: before = "", ...others } = store.get(draftsAtom);
  if (before === text) return;
  // Numeric keys stand in ascending order, so the drafts of the oldest tickets are the first to be forgotten.
  const drafts = Object.fromEntries(
    Object.entries(text.trim() ? { ...others, [ticketId]: text } : others).slice(-MOST),
  );
  store.set(draftsAtom, drafts);
  const key = keyNow();
  if (key) localStorage.setItem(key, JSON.stringify(drafts));
}

function parsed(text: string | null): Record<number, string> {
  try {
    return JSON.parse(text ?? "{}");
  } catch {
    return {};
  }
}

function readDrafts(): void {
  const key = keyNow();
  store.set(draftsAtom, key ? parsed(localStorage.getItem(key)) : {});
}

readDrafts();
onOtherPerson(readDrafts);
