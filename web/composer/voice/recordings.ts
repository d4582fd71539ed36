import { t } from "@lingui/core/macro";
import { atom, getDefaultStore } from "jotai";
import { holdUnsaved, isWithinPage } from "../../ui/unsaved.ts";

/** `stopped`: the microphone is off, and what was recorded waits for "send" or "discard". No entry: idle. */
export interface Recording {
  state: "recording" | "stopped" | "sending";
  /** ms since 1970, and how long (ms) it is once it is stopped. */
  since: number;
  length: number;
}

/** What is being recorded, by ticket; in practice one at a time, and others that were left unsent. */
export const recordingsAtom = atom<Readonly<Record<number, Recording>>>({});

// Who turns to another ticket, or to another screen, finds it there again.
holdUnsaved({
  isUnsaved: () => Object.keys(getDefaultStore().get(recordingsAtom)).length > 0,
  survives: isWithinPage,
  question: () => ({
    title: t`Descartar a gravação?`,
    text: t`Há um áudio gravado que ainda não foi enviado. Ao sair, ele se perde.`,
    yes: t`Descartar`,
    no: t`Ficar`,
    danger: true,
  }),
});
