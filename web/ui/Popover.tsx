import { type ReactNode, useId, useRef, useState } from "react";
import { classes } from "./classes.ts";
import { placeBeside } from "./place.ts";
import css from "./Popover.module.css";

/** What the trigger of a popover must carry: spread it over a `Button` or an `IconButton`. */
export interface TriggerProps {
  popoverTarget: string;
  "aria-haspopup": "dialog" | "menu";
  "aria-expanded": boolean;
}

export interface PopoverProps {
  label: string;
  trigger: (props: TriggerProps) => ReactNode;
  align?: "start" | "end" | "center";
  role?: "dialog" | "menu";
  className?: string;
  onOpen?: () => void;
  onKeyDown?: (event: React.KeyboardEvent<HTMLDivElement>) => void;
  /** Drawn while it is open. */
  children: (close: () => void) => ReactNode;
}

/** A small surface that hangs from its trigger; on a phone it rises from the lower edge. Esc or a press beside closes it. */
export function Popover(
  { label, trigger, align = "end", role = "dialog", className, onOpen, onKeyDown, children }: PopoverProps,
) {
  const id = useId();
  const surface = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => surface.current?.hidePopover();

  // Emptied only after it is closed: the browser gives the focus back while what had it is still there.
  const toggled = (isNowOpen: boolean) => isNowOpen ? place() : setOpen(false);

  const place = () => {
    const element = surface.current!;
    const button = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`);
    if (!button || !element.matches(":popover-open")) return;
    placeBeside(element, button, align);
    const first = element.querySelector<HTMLElement>("[autofocus], [role^=menuitem], input:checked, input, button, a");
    (first ?? element).focus({ preventScroll: true });
    onOpen?.();
  };

  return (
    <>
      {trigger({ popoverTarget: id, "aria-haspopup": role, "aria-expanded": isOpen })}
      <div
        ref={surface}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        tabIndex={-1}
        className={classes(css.popover, className)}
        onBeforeToggle={(event) => event.target === event.currentTarget && event.newState === "open" && setOpen(true)}
        onToggle={(event) => event.target === event.currentTarget && toggled(event.newState === "open")}
        onKeyDown={onKeyDown}
      >
        {isOpen && children(close)}
      </div>
    </>
  );
}
