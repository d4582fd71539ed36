import { t } from "@lingui/core/macro";
import { UNDO_FOR } from "../../src/contract/tickets.ts";
import { dismissToast, toast } from "./toast.ts";

interface Undoable {
  toastId: number;
  until: number;
  undo: () => void;
}

/** What can still be taken back, the latest last. */
let undoables: readonly Undoable[] = [];

/** Says what was done, and for 8 s takes it back: by the button beside it, the latest also by Ctrl or Cmd with Z. */
export function offerUndo(text: string, undo: () => void): void {
  const until = Date.now() + UNDO_FOR;
  const act = () => {
    undoables = undoables.filter((one) => one !== undoable);
    undo();
  };
  const toastId = toast.success(text, { action: { label: t`Desfazer`, act, isUndo: true }, until });
  const undoable = { toastId, until, undo: act };
  undoables = [...undoables.filter((one) => one.until > Date.now()), undoable];
}

/** Takes back what was done last; whether there was anything. */
export function undoLatest(): boolean {
  const latest = undoables.at(-1);
  if (!latest || latest.until <= Date.now()) return false;
  dismissToast(latest.toastId);
  latest.undo();
  return true;
}

/** Nobody takes back what another person did. */
export function forgetUndoables(): void {
  for (const { toastId } of undoables) dismissToast(toastId);
  undoables = [];
}
