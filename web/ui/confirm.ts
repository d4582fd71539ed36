import { t } from "@lingui/core/macro";
import { atom, getDefaultStore } from "jotai";
import type { ReactNode } from "react";
import { followFocus } from "./followFocus.ts";

export interface Question {
  title: string;
  /** What will happen, and whether it can be undone. */
  text: ReactNode;
  /** What the button says; it says what it does, never "OK". */
  yes: string;
  /** What the other button says, where "cancel" would not say it. */
  no?: string;
  /** Something is lost by it: the button is red. */
  danger?: boolean;
  /** There is nothing to choose: one button, when it is read. */
  isNews?: boolean;
}

export interface Asked extends Question {
  answer(yes: boolean): void;
}

export const questionAtom = atom<Asked | null>(null);

/** Asks before something that cannot be undone; resolves to what the person chose. */
export function confirm(question: Question): Promise<boolean> {
  const store = getDefaultStore();
  store.get(questionAtom)?.answer(false);
  const asker = globalThis.document?.activeElement;
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      store.set(questionAtom, null);
      if (yes && question.danger && asker instanceof HTMLElement) followFocus(asker);
      resolve(yes);
    };
    store.set(questionAtom, { ...question, answer });
  });
}

/** Whether a record is to be deleted, in the words that the specification has for notes and quick replies. */
export function confirmDeletion(): Promise<boolean> {
  return confirm({
    title: t`Excluir Registro`,
    text: t`Deseja realmente excluir este registro?`,
    yes: t`Excluir`,
    danger: true,
  });
}
