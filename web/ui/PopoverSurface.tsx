import type { ReactNode, RefObject } from "react";
import { Dialog, Popover } from "react-aria-components";
import { classes } from "./classes.ts";
import css from "./Popover.module.css";

interface PopoverSurfaceProps {
  trigger: RefObject<HTMLElement | null>;
  align: "start" | "end" | "center";
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}

/** Where something hangs from its trigger (Popover.tsx). */
export function PopoverSurface({ trigger, align, onOpenChange, children }: PopoverSurfaceProps) {
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={onOpenChange}
      placement={align === "center" ? "bottom" : `bottom ${align}`}
      offset={4}
      containerPadding={8}
      className={css.popover}
      data-covers="popover"
    >
      {children}
    </Popover>
  );
}

export function DialogInPopover(props: { label: string; className?: string; children: ReactNode }) {
  return <Dialog aria-label={props.label} className={classes(css.surface, props.className)}>{props.children}</Dialog>;
}
