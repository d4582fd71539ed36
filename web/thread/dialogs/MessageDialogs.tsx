import { useAtom } from "jotai";
import { Suspense } from "react";
import { lazy } from "../../ui/part.ts";
import { messageDialogAtom } from "../messageDialog.ts";

const DIALOGS = {
  react: lazy(() => import("./ReactDialog.tsx")),
  forward: lazy(() => import("./ForwardDialog.tsx")),
  edit: lazy(() => import("./EditDialog.tsx")),
  edits: lazy(() => import("./EditsDialog.tsx")),
};

/** The dialog that is open about a message of this thread, if any. */
export function MessageDialogs() {
  const [dialog, setDialog] = useAtom(messageDialogAtom);
  if (!dialog) return null;
  const Dialog = DIALOGS[dialog.kind];
  return (
    <Suspense>
      <Dialog message={dialog.message} onClose={() => setDialog(null)} />
    </Suspense>
  );
}
