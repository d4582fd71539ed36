import { useLingui } from "@lingui/react/macro";
import { atom, getDefaultStore } from "jotai";
import { X } from "lucide-react";
import { type ComponentProps, type CSSProperties, type ReactNode, type Ref, useEffect, useId, useRef } from "react";
import { classes } from "./classes.ts";
import { IconButton } from "./IconButton.tsx";
import css from "./Dialog.module.css";

/** The open modal dialogs, the topmost last. */
export const openDialogsAtom = atom<readonly HTMLDialogElement[]>([]);

interface DialogProps {
  title: string;
  /** Called when the person wants it gone: Esc, the cross, a press beside it, a phone's back gesture. */
  onClose: () => void;
  /** Pixels; a phone gives it the whole screen. */
  width?: number;
  /** A question stays a small card on a phone, too. */
  role?: "dialog" | "alertdialog";
  /** Buttons at the lower edge. */
  foot?: ReactNode;
  /** Makes body and foot stand in a form. */
  form?: ComponentProps<"form">;
  bodyClassName?: string;
  children: ReactNode;
}

/**
 * A modal dialog, open as long as it is mounted. The browser's own: it holds the focus and gives it back. The focus is at
 * first on its first field, or on the one marked `data-begin`.
 */
export function Dialog(
  { title, onClose, width = 480, role = "dialog", foot, form, bodyClassName, children }: DialogProps,
) {
  const { t } = useLingui();
  const dialog = useModal();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      role={role}
      aria-labelledby={id}
      aria-describedby={role === "alertdialog" ? `${id}-text` : undefined}
      style={{ "--dialog": `${width}px` } as CSSProperties}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
        // What has opened within it is closed first, by the browser.
        if (event.currentTarget.querySelector(":popover-open")) return;
        // Left to the browser, a second Escape in a row would close it without asking anybody.
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) onClose();
      }}
      onPointerDown={(event) => event.target === event.currentTarget && role === "dialog" && onClose()}
    >
      <Frame form={form}>
        <header className={css.head}>
          <h2 id={id}>{title}</h2>
          {role === "dialog" && <IconButton label={t`Fechar`} icon={X} onClick={onClose} />}
        </header>
        <div className={classes(css.body, bodyClassName)} id={`${id}-text`}>{children}</div>
        {foot && <footer className={css.foot}>{foot}</footer>}
      </Frame>
    </dialog>
  );
}

function Frame({ form, children }: Pick<DialogProps, "form" | "children">) {
  if (form) return <form {...form} className={css.frame}>{children}</form>;
  return <div className={css.frame}>{children}</div>;
}

/** Opens a `<dialog>` above everything while it is mounted. */
export function useModal(): Ref<HTMLDialogElement> {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = ref.current!;
    const before = document.activeElement;
    element.showModal();
    // The browser would begin at the cross.
    const first = element.querySelector<HTMLElement>("[data-begin]") ??
      element.querySelector<HTMLElement>("input:not(:disabled), textarea, select");
    first?.focus();
    const store = getDefaultStore();
    store.set(openDialogsAtom, (now) => [...now, element]);
    return () => {
      store.set(openDialogsAtom, (now) => now.filter((one) => one !== element));
      element.close();
      // React takes the element away before the browser could give the focus back.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return ref;
}
