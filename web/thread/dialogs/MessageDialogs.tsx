import { useAtom } from "jotai";
import { Suspense } from "react";
import { lazyDialog } from "../../ui/lazyDialog.tsx";
import { messageDialogAtom } from "../messageDialog.ts";

const DIALOGS = {
  react: lazyDialog(() => import("./ReactDialog.tsx")),
  forward: lazyDialog(() => import("./ForwardDialog.tsx")),
  edit: lazyDialog(() => import("./EditDialog.tsx")),
  edits: lazyDialog(() => import("./EditsDialog.tsx")),
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
