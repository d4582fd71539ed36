import { atom, getDefaultStore } from "jotai";
import { invoices, type Subscription } from "../../src/contract/invoices.ts";
import { call } from "../call.ts";
import { onEvent, onResync, onReturn } from "../live.ts";

/** What the company subscribes to, once it has come; why it has not, when it did not. */
export const subscriptionAtom = atom<{ value?: Subscription; error?: unknown }>({});

/** Reads it now, and anew whenever something of it may be another, until the returned function is called. */
export function followSubscription(): () => void {
  void readSubscription();
  const again = () => void readSubscription();
  const leave = [
    onEvent("invoice", again),
    onEvent("payment", again),
    onEvent("company", again),
    onResync(again),
    onReturn(again),
  ];
  return () => {
    for (const one of leave) one();
    getDefaultStore().set(subscriptionAtom, {});
  };
}

export async function readSubscription(): Promise<void> {
  await call(invoices.subscription).then(noteSubscription, (error) => {
    // What is on the screen stays there without a line.
    getDefaultStore().set(subscriptionAtom, ({ value }) => value ? { value } : { error });
  });
}

export function noteSubscription(value: Subscription): void {
  getDefaultStore().set(subscriptionAtom, { value });
}
