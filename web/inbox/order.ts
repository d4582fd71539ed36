import { atom, getDefaultStore } from "jotai";
import { meAtom } from "../session.ts";
import { onOtherPerson } from "../person.ts";

const store = getDefaultStore();

/** Whether the longest unanswered come first: each person's choice, kept on this device. */
export const byWaitAtom = atom<boolean>(read());

export function orderByWait(on: boolean): void {
  store.set(byWaitAtom, on);
  const key = keyNow();
  if (key && on) localStorage.setItem(key, "wait");
  else if (key) localStorage.removeItem(key);
}

function keyNow(): string | undefined {
  const me = store.get(meAtom);
  return me ? `order-${me.id}` : undefined;
}

function read(): boolean {
  const key = keyNow();
  return key !== undefined && localStorage.getItem(key) === "wait";
}

onOtherPerson(() => store.set(byWaitAtom, read()));
