import { useAtomValue } from "jotai";
import { Suspense, useEffect } from "react";
import { MissingBoundary } from "../ui/MissingBoundary.tsx";
import { lazy } from "../ui/part.ts";
import { calledUpAtom, callUp, useShellKeys } from "./commandBar.ts";

const readDialogs = () => import("./CalledUpDialogs.tsx");
const CalledUpDialogs = lazy(readDialogs);

/** Read when the page has had time (ms) for what is more urgent, so that it opens at once. */
const READY_AFTER = 4000;

/** The command bar and what else is called up over the page. */
export function CalledUp() {
  useShellKeys();
  const what = useAtomValue(calledUpAtom);
  useEffect(() => {
    const clock = setTimeout(() => void readDialogs().catch(() => {}), READY_AFTER);
    return () => clearTimeout(clock);
  }, []);
  const close = () => callUp(null);
  return (
    <MissingBoundary onClose={close}>
      <Suspense>{what && <CalledUpDialogs what={what} onClose={close} />}</Suspense>
    </MissingBoundary>
  );
}
