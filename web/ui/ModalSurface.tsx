import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { classes } from "./classes.ts";
import { closedByBack } from "./heldPlace.ts";
import css from "./Modal.module.css";

export interface ModalProps {
  /** Its name: a text, or the id of the element that says it. */
  label?: string;
  labelledBy?: string;
  describedBy?: string;
  /** A question is answered by its buttons: a press beside it closes only a dialog. */
  role?: "dialog" | "alertdialog";
  /** Called when the person wants it gone: Esc, a press beside it, the browser's Back, a phone's back gesture. */
  onClose: () => void;
  className?: string;
  /** What lies between it and the page. */
  scrim?: string;
  style?: CSSProperties;
  children: ReactNode;
}

/** What a modal is drawn with (Modal.tsx). */
export function ModalSurface(props: ModalProps) {
  const { label, labelledBy, describedBy, role = "dialog", onClose, className, scrim, style, children } = props;
  useBackGesture(onClose);
  return (
    <ModalOverlay
      isOpen
      isDismissable={role === "dialog"}
      onOpenChange={(isOpen) => isOpen || onClose()}
      className={classes(css.scrim, scrim)}
      data-covers="modal"
    >
      <Modal className={classes(css.modal, className)} style={style}>
        <Dialog
          role={role}
          aria-label={label}
          aria-labelledby={labelledBy}
          aria-describedby={describedBy}
          className={css.surface}
        >
          <Begin />
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Not those with which the library tells the browser's own form-filling what is chosen. */
const FIELDS = "input:not(:disabled, [aria-hidden] *), textarea, button[aria-haspopup=listbox]:not(:disabled)";

/** Without a field, a question begins at the button that changes nothing, anything else with its title. */
function Begin() {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = here.current!.parentElement!;
    const first = dialog.querySelector<HTMLElement>("[data-begin]") ?? dialog.querySelector<HTMLElement>(FIELDS) ??
      (dialog.role === "alertdialog" ? dialog.querySelector<HTMLElement>("footer button") : null);
    first?.focus();
  }, []);
  return <span ref={here} hidden />;
}

/** A step back closes what lies above the page; so does Android's back gesture, where the browser tells of it. */
function useBackGesture(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => closedByBack(() => close()), []);
  useEffect(() => {
    if (!("CloseWatcher" in globalThis)) return;
    let watcher: CloseWatcher;
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.onclose = () => {
        // It may stay, for a question about what would be lost.
        watch();
        close();
      };
    };
    watch();
    return () => watcher.destroy();
  }, []);
}

/** The browser's watch over gestures that close something; TypeScript does not know it yet. */
declare class CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}
