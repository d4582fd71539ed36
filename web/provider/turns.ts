import { createContext, use, useEffect, useState } from "react";

/** Whether a part of a page may show what has come, and how it says that it has (or has failed). */
interface Turn {
  isMine: boolean;
  end: () => void;
}

const TurnContext = createContext<Turn>({ isMine: true, end: () => {} });

export const TurnOf = TurnContext.Provider;

/** So long (ms) the parts below wait for those above; one that takes longer moves them when it comes. */
const PATIENCE = 2000;

/**
 * Parts below each other that are read side by side and shown from above to below: none comes while the one above it is still
 * on its way and would push it from under the pointer. Returns each part's turn.
 */
export function useTurns(parts: number): Turn[] {
  const [ended, setEnded] = useState<ReadonlySet<number>>(new Set()), [isOver, setOver] = useState(false);
  useEffect(() => {
    const clock = setTimeout(() => setOver(true), PATIENCE);
    return () => clearTimeout(clock);
  }, []);
  let isMine = true;
  return Array.from({ length: parts }, (_, nth) => {
    const turn = { isMine, end: () => setEnded((those) => those.has(nth) ? those : new Set([...those, nth])) };
    isMine &&= isOver || ended.has(nth);
    return turn;
  });
}

/** Whether it is this part's turn; `isEnded` once it has come or failed. */
export function useTurn(isEnded: boolean): boolean {
  const { isMine, end } = use(TurnContext);
  useEffect(() => {
    if (isEnded) end();
  }, [isEnded]);
  return isMine;
}
