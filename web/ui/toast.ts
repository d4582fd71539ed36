import type { MessageDescriptor } from "@lingui/core";
import { i18n } from "@lingui/core";
import { atom, getDefaultStore } from "jotai";

export type ToastTone = "success" | "danger" | "waiting";

/** What can still be done about the news: undone, most of all. */
export interface ToastAction {
  label: string;
  act: () => void;
  /** It is what Ctrl or Cmd with Z does, too. */
  isUndo?: boolean;
}

export interface ToastShown {
  id: number;
  tone: ToastTone;
  text: string;
  action?: ToastAction;
  /** How long it stays (ms), where that is said for it alone. */
  stay?: number;
  /** When (ms since 1970) it goes, come what may: the server takes nothing back after that. */
  until?: number;
}

export const toastsAtom = atom<readonly ToastShown[]>([]);

/** How long a toast stays (ms): the shared error handler's 2 s, the product's 3 s (spec 1 §8). */
const STAY = { success: 3000, danger: 2000, waiting: 3000 } as const;
/** With something to do about it, it stays long enough to think. */
const STAY_TO_ACT = 8000;
const MOST = 3;

type Text = string | MessageDescriptor;
interface More extends Pick<ToastShown, "stay" | "until"> {
  action?: Omit<ToastAction, "label"> & { label: Text };
}

/** Short news at the edge of the screen, read out politely. */
export const toast = {
  success: (text: Text, more?: More) => show("success", text, more),
  warning: (text: Text) => void show("waiting", text),
  error: (text: Text, more?: More) => void show("danger", text, more),
};

let lastId = 0;
const clocks = new Map<number, ReturnType<typeof setTimeout>>();

function show(tone: ToastTone, text: Text, more: More = {}): number {
  const id = ++lastId;
  const say = () => {
    const { action, ...rest } = more;
    put({
      id,
      tone,
      text: spoken(text),
      ...rest,
      ...(action && { action: { ...action, label: spoken(action.label) } }),
    });
  };
  if (typeof text === "string") say();
  else whenSpoken(say);
  return id;
}

function spoken(text: Text): string {
  return typeof text === "string" ? text : i18n._(text);
}

/** At the start of the page there may be news before there is a language to say it in. */
function whenSpoken(say: () => void): void {
  if (i18n.locale) return say();
  const stop = i18n.on("change", () => {
    stop();
    say();
  });
}

function put(shown: ToastShown): void {
  // The same news twice is one piece of news, unless each can be undone.
  const others = (now: readonly ToastShown[]) => now.filter((one) => one.action || one.text !== shown.text);
  getDefaultStore().set(toastsAtom, (now) => [...others(now), shown].slice(-MOST));
  leaveLater(shown);
}

export function dismissToast(id: number): void {
  clearTimeout(clocks.get(id));
  clocks.delete(id);
  getDefaultStore().set(toastsAtom, (now) => now.filter((one) => one.id !== id));
}

/** A toast being read or pointed at stays until it is left. */
export function holdToast({ id, until }: ToastShown): void {
  if (until === undefined) clearTimeout(clocks.get(id));
}

export function leaveLater({ id, tone, action, stay, until }: ToastShown): void {
  clearTimeout(clocks.get(id));
  const ms = until === undefined ? stay ?? (action ? STAY_TO_ACT : STAY[tone]) : until - Date.now();
  clocks.set(id, setTimeout(() => dismissToast(id), ms));
}
