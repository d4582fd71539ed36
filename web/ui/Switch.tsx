import type { InputHTMLAttributes, ReactNode } from "react";
import { classes } from "./classes.ts";
import css from "./Switch.module.css";

interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> {
  onChecked?: (checked: boolean) => void;
  children: ReactNode;
}

/** Something that is on or off, and changes at once. */
export function Switch({ onChecked, children, className, ...rest }: SwitchProps) {
  return (
    <label className={classes(css.switch, className)}>
      <input {...rest} type="checkbox" role="switch" onChange={(event) => onChecked?.(event.target.checked)} />
      <span className={css.track} aria-hidden />
      {children}
    </label>
  );
}
