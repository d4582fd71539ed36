import { atom } from "jotai";

/** `stopped`: the microphone is off, and what was recorded waits for "send" or "discard". No entry: idle. */
export interface Recording {
  state: "recording" | "stopped" | "sending";
  /** ms since 1970, and how long (ms) it is once it is stopped. */
  since: number;
  length: number;
}

/** What is being recorded, by ticket; in practice one at a time, and others that were left unsent. */
export const recordingsAtom = atom<Readonly<Record<number, Recording>>>({});
