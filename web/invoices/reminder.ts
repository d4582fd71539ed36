import { getDefaultStore } from "jotai";
import { invoices } from "../../src/contract/invoices.ts";
import { reminderAtom } from "../billDue.ts";
import { call } from "../call.ts";
import { onEvent, onResync, onReturn } from "../live.ts";

/** Reads it now, and anew whenever another one may have taken its place, until the returned function is called. */
export function followReminder(): () => void {
  const read = () => void readReminder();
  read();
  const leave = [onEvent("invoice", read), onEvent("payment", read), onResync(read), onReturn(read)];
  return () => {
    for (const one of leave) one();
    getDefaultStore().set(reminderAtom, null);
  };
}

async function readReminder(): Promise<void> {
  // Without an answer nobody is reminded; the next event asks again.
  const answer = await call(invoices.reminder).catch(() => undefined);
  if (answer) getDefaultStore().set(reminderAtom, answer.invoice);
}
