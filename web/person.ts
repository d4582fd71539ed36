import { getDefaultStore } from "jotai";
import { meAtom } from "./session.ts";

/** Calls back whenever somebody else is logged in, or nobody: what one person saw is not for the next. */
export function onOtherPerson(act: () => void): void {
  const store = getDefaultStore();
  const idNow = () => store.get(meAtom)?.id;
  let id = idNow();
  // A fresh token brings the same person as a new object.
  store.sub(meAtom, () => {
    if (id !== (id = idNow())) act();
  });
}
