import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classes } from "./classes.ts";
import { useKeptFocus } from "./useKeptFocus.ts";
import css from "./IconButton.module.css";

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Its accessible name, and its tooltip. */
  label: string;
  icon: LucideIcon;
  iconSize?: 16 | 20;
  variant?: "primary";
  size?: "small";
  /** A `Dot` or a `Count` at its corner. */
  children?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that is only an icon: it always says what it does. */
export function IconButton(
  { label, icon: Icon, iconSize = 16, variant, size, children, className, ...rest }: IconButtonProps,
) {
  const kept = useKeptFocus(rest);
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      {...rest}
      {...kept}
      aria-disabled={kept["aria-disabled"] || rest["aria-disabled"]}
      className={classes(css.iconButton, className)}
      data-variant={variant}
      data-size={size}
    >
      <Icon size={iconSize} aria-hidden />
      {children && <span className={css.corner} aria-hidden>{children}</span>}
    </button>
  );
}
