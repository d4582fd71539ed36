import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { CircleAlert, CircleCheck, TriangleAlert, X } from "lucide-react";
import { createPortal } from "react-dom";
import { Button } from "./Button.tsx";
import { IconButton } from "./IconButton.tsx";
import { Key } from "./Key.tsx";
import { UNDO_KEY } from "./keyNames.ts";
import { dismissToast, holdToast, leaveLater, toastsAtom, type ToastShown } from "./toast.ts";
import css from "./Toast.module.css";

const ICONS = { success: CircleCheck, danger: CircleAlert, waiting: TriangleAlert };

/** Draws the toasts; once, beside the app. */
export function Toasts() {
  const toasts = useAtomValue(toastsAtom);
  // What is marked as the top layer stays in reach above a modal dialog.
  return createPortal(
    <div className={css.toasts} role="status" aria-live="polite" aria-atomic="false" data-react-aria-top-layer="true">
      {toasts.map((one) => <Toast key={one.id} toast={one} />)}
    </div>,
    document.body,
  );
}

function Toast({ toast }: { toast: ToastShown }) {
  const { t } = useLingui();
  const Icon = ICONS[toast.tone];
  return (
    <div
      className={css.toast}
      data-tone={toast.tone}
      data-undo={toast.action?.isUndo}
      onPointerEnter={() => holdToast(toast)}
      onPointerLeave={() => leaveLater(toast)}
      onFocus={() => holdToast(toast)}
      onBlur={() => leaveLater(toast)}
    >
      <Icon size={16} aria-hidden />
      <p>{toast.text}</p>
      {toast.action && (
        <Button
          size="small"
          aria-keyshortcuts={toast.action.isUndo ? "Control+Z Meta+Z" : undefined}
          onClick={() => {
            dismissToast(toast.id);
            toast.action!.act();
          }}
        >
          {toast.action.label}
          {toast.action.isUndo && (
            <span className={css.keys} aria-hidden>
              <Key>{UNDO_KEY}</Key>
            </span>
          )}
        </Button>
      )}
      <IconButton label={t`Fechar o aviso`} icon={X} size="small" onClick={() => dismissToast(toast.id)} />
    </div>
  );
}
