import type { ReactNode } from "react";
import { Switch as AriaSwitch } from "react-aria-components";
import { classes } from "./classes.ts";
import css from "./Switch.module.css";

interface SwitchProps {
  name?: string;
  checked: boolean;
  onChecked: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}

/** Something that is on or off, and changes at once. */
export function Switch({ name, checked, onChecked, disabled, className, children }: SwitchProps) {
  return (
    <AriaSwitch
      className={classes(css.switch, className)}
      name={name}
      isSelected={checked}
      onChange={onChecked}
      isDisabled={disabled}
    >
      <span className={css.track} aria-hidden />
      {children}
    </AriaSwitch>
  );
}
