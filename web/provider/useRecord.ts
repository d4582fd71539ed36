import { useEffect, useRef, useState } from "react";
import { confirm } from "../ui/confirm.ts";
import { discardChanges, isSamePlace, useUnsaved } from "../ui/unsaved.ts";

/** Which record the form above a table holds; with none, it adds one. */
export function useRecord<R>() {
  const [{ record, round }, setNow] = useState<{ record?: R; round: number }>({ round: 0 });
  const isChanged = useRef(false), isBusy = useRef(false);
  const show = (next?: R) => setNow((now) => ({ record: next, round: now.round + 1 }));
  return {
    record,
    /** Its form's `key`: one that is done, or left, begins anew. */
    round,
    show,
    /** Shows another one once the person has agreed to lose what was changed; not while it is being saved. */
    async leaveFor(next?: R) {
      if (isBusy.current) return;
      if (!isChanged.current || await confirm(discardChanges())) show(next);
    },
    isChanged,
    isBusy,
  };
}

export type RecordOf<R> = ReturnType<typeof useRecord<R>>;

/** Holds the changes of the form, so that nothing is lost without a question. */
export function useRecordHeld<R>(
  { isChanged, isBusy }: RecordOf<R>,
  form: { isChanged: boolean; busy: boolean },
): void {
  useEffect(() => {
    isChanged.current = form.isChanged;
    isBusy.current = form.busy;
    return () => void (isChanged.current = isBusy.current = false);
  }, [form.isChanged, form.busy]);
  useUnsaved(form.isChanged, undefined, { isBusy: form.busy, survives: isSamePlace });
}
