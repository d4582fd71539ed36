import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classes } from "./classes.ts";
import { useKeptFocus } from "./useKeptFocus.ts";
import css from "./Button.module.css";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Without one it is text that gets a ground when hovered. One primary per pane. */
  variant?: "primary" | "secondary" | "accent" | "danger";
  size?: "small" | "large";
  icon?: LucideIcon;
  /** Something is under way: it spins, and presses do nothing. */
  busy?: boolean;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant, size, icon: Icon, busy = false, children, className, ...rest }: ButtonProps) {
  const kept = useKeptFocus(rest);
  return (
    <button
      type="button"
      {...rest}
      {...kept}
      className={classes(css.button, className)}
      data-variant={variant}
      data-size={size}
      aria-busy={busy || undefined}
      aria-disabled={busy || kept["aria-disabled"] || rest["aria-disabled"]}
      onClick={busy ? (event) => event.preventDefault() : kept.onClick}
    >
      {busy
        ? <LoaderCircle size={16} className={classes("spin", css.busy)} aria-hidden />
        : Icon && <Icon size={16} aria-hidden />}
      {children}
    </button>
  );
}
