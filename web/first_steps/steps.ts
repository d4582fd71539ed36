import { type FirstSteps, firstSteps } from "../../src/contract/first_steps.ts";
import { settings } from "../../src/contract/settings.ts";
import { call } from "../call.ts";
import { onEvent } from "../live.ts";
import { atom, getDefaultStore } from "jotai";
import { showError } from "../ui/showError.ts";

/** What the company has done so far, once it has come. */
export const stepsAtom = atom<FirstSteps | undefined>(undefined);

/** Several events come of one change; it is asked for once (ms). */
const PAUSE = 300;
let clock: ReturnType<typeof setTimeout> | undefined;

/** Reads the steps now, and anew whenever one may have been taken, until the returned function is called. */
export function followSteps(): () => void {
  void readSteps();
  const soon = () => {
    clearTimeout(clock);
    clock = setTimeout(() => void readSteps(), PAUSE);
  };
  const events = ["whatsapp", "whatsappSession", "queue", "user", "settings"] as const;
  const leave = events.map((name) => onEvent(name, soon));
  return () => {
    clearTimeout(clock);
    for (const one of leave) one();
    getDefaultStore().set(stepsAtom, undefined);
  };
}

async function readSteps(): Promise<void> {
  // Without an answer nothing is ticked; the next event asks again.
  const steps = await call(firstSteps.show).catch(() => undefined);
  if (steps) getDefaultStore().set(stepsAtom, steps);
}

/** `shown`: from now on the login leads to the tickets again; `hidden`: nobody of the company needs the list any more. */
export async function keepSteps(value: "shown" | "hidden"): Promise<void> {
  await call(settings.change, { key: "firstSteps", value }).catch(showError);
}
