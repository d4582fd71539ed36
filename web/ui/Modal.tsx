import { type CSSProperties, lazy, type ReactNode, Suspense } from "react";

export interface ModalProps {
  /** Its name: a text, or the id of the element that says it. */
  label?: string;
  labelledBy?: string;
  describedBy?: string;
  /** A question is answered by its buttons: a press beside it closes only a dialog. */
  role?: "dialog" | "alertdialog";
  /** Called when the person wants it gone: Esc, a press beside it, a phone's back gesture. */
  onClose: () => void;
  className?: string;
  /** What lies between it and the page. */
  scrim?: string;
  style?: CSSProperties;
  children: ReactNode;
}

const ModalSurface = lazy(() => import("./overlays.ts").then((overlays) => ({ default: overlays.ModalSurface })));

/**
 * A surface above everything else, open as long as it is mounted: it holds the focus and gives it back. The focus is at
 * first on its first field, or on the one marked `data-begin`.
 */
export function Modal(props: ModalProps) {
  return (
    <Suspense>
      <ModalSurface {...props} />
    </Suspense>
  );
}
