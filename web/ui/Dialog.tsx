import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { type ComponentProps, type CSSProperties, type FormEvent, type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import { IconButton } from "./IconButton.tsx";
import { Modal } from "./Modal.tsx";
import css from "./Dialog.module.css";

interface DialogProps {
  title: string;
  /** Called when the person wants it gone: Esc, the cross, a press beside it, a phone's back gesture. */
  onClose: () => void;
  /** Pixels; a phone gives it the whole screen. */
  width?: number;
  /** A question stays a small card on a phone, too. */
  role?: "dialog" | "alertdialog";
  /** Beside the title: what state it is in. */
  state?: ReactNode;
  /** Buttons at the lower edge. */
  foot?: ReactNode;
  /** Makes body and foot stand in a form. */
  form?: ComponentProps<"form">;
  bodyClassName?: string;
  children: ReactNode;
}

/** A modal dialog with a title, open as long as it is mounted. */
export function Dialog(
  { title, onClose, width = 480, role = "dialog", state, foot, form, bodyClassName, children }: DialogProps,
) {
  const { t } = useLingui();
  const id = useId();
  return (
    <Modal
      role={role}
      labelledBy={id}
      describedBy={role === "alertdialog" ? `${id}-text` : undefined}
      onClose={onClose}
      className={classes(css.dialog, role === "alertdialog" && css.question)}
      style={{ "--dialog": `${width}px` } as CSSProperties}
    >
      <Frame form={form}>
        <header className={css.head}>
          <h2 id={id}>{title}</h2>
          {state}
          {role === "dialog" && <IconButton label={t`Fechar`} icon={X} onClick={onClose} />}
        </header>
        <div className={classes(css.body, bodyClassName)} id={`${id}-text`}>{children}</div>
        {foot && <footer className={css.foot}>{foot}</footer>}
      </Frame>
    </Modal>
  );
}

/** What is found wrong makes the dialog longer: from here on upwards, so that the button stays below the pointer. */
function keepFoot({ currentTarget: frame }: FormEvent<HTMLFormElement>): void {
  const dialog = frame.closest<HTMLElement>(`.${css.dialog}`)!;
  const below = innerHeight - dialog.getBoundingClientRect().bottom;
  dialog.style.setProperty("--below", `max(${below}px, var(--space-6))`);
}

function Frame({ form, children }: Pick<DialogProps, "form" | "children">) {
  if (form) return <form {...form} className={css.frame} onSubmitCapture={keepFoot}>{children}</form>;
  return <div className={css.frame}>{children}</div>;
}
