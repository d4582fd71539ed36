import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useLayoutEffect } from "react";
import { createPortal } from "react-dom";
import { barMiddleAtom, barMiddleTakenAtom } from "./barMiddle.ts";

/** Draws its children in the middle of the top bar, in the place of a phone's page title. */
export function BarMiddle({ children }: { children: ReactNode }) {
  const middle = useAtomValue(barMiddleAtom);
  const take = useSetAtom(barMiddleTakenAtom);
  useLayoutEffect(() => {
    take((count) => count + 1);
    return () => take((count) => count - 1);
  }, [take]);
  return middle && createPortal(children, middle);
}
