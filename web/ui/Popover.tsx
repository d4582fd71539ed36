import { type KeyboardEvent, type ReactNode, Suspense, useRef, useState } from "react";
import { MissingBoundary } from "./MissingBoundary.tsx";
import { OnItsWay } from "./OnItsWay.tsx";
import { lazy } from "./part.ts";

const PopoverSurface = lazy(() => import("./overlays.ts").then((overlays) => ({ default: overlays.PopoverSurface })));
const DialogInPopover = lazy(() => import("./overlays.ts").then((overlays) => ({ default: overlays.DialogInPopover })));

/** What the trigger of a popover must carry: spread it over a `Button` or an `IconButton`. */
export interface TriggerProps {
  ref: (button: HTMLButtonElement | null) => void;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  "aria-haspopup": "dialog" | "menu";
  "aria-expanded": boolean;
}

export interface HangingProps {
  trigger: (props: TriggerProps) => ReactNode;
  align?: "start" | "end" | "center";
  onOpen?: () => void;
}

export interface PopoverProps extends HangingProps {
  label: string;
  className?: string;
  /** Drawn while it is open. */
  children: (close: () => void) => ReactNode;
}

/** A small surface that hangs from its trigger; on a phone it rises from the lower edge. Esc or a press beside closes it. */
export function Popover({ label, className, children, ...hanging }: PopoverProps) {
  return (
    <Hanging {...hanging} kind="dialog">
      {(close) => <DialogInPopover label={label} className={className}>{children(close)}</DialogInPopover>}
    </Hanging>
  );
}

interface Hangs extends HangingProps {
  kind: TriggerProps["aria-haspopup"];
  children: (close: () => void) => ReactNode;
}

/** The trigger, and the place where what it opens is drawn. */
export function Hanging({ kind, trigger, align = "end", onOpen, children }: Hangs) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const show = (open: boolean) => {
    setOpen(open);
    if (open) onOpen?.();
  };
  return (
    <>
      {trigger({
        ref: (element) => void (button.current = element),
        onClick: () => show(!isOpen),
        onKeyDown: (event) => {
          // What was asked for may still be on its way: the focus is here until it comes.
          if (!isOpen || event.key !== "Escape") return;
          event.preventDefault();
          show(false);
        },
        "aria-haspopup": kind,
        "aria-expanded": isOpen,
      })}
      {isOpen && (
        <MissingBoundary onClose={() => show(false)}>
          <Suspense fallback={<OnItsWay />}>
            <PopoverSurface trigger={button} align={align} onOpenChange={show}>
              {children(() => show(false))}
            </PopoverSurface>
          </Suspense>
        </MissingBoundary>
      )}
    </>
  );
}
