import { Check, Minus } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { Checkbox as AriaCheckbox } from "react-aria-components";
import { classes } from "./classes.ts";
import css from "./Checkbox.module.css";

interface CheckboxProps {
  name?: string;
  checked: boolean;
  onChecked: (checked: boolean) => void;
  disabled?: boolean;
  /** A queue's own colour for its box. */
  hue?: string;
  /** Of what it stands for some are, and some are not. */
  indeterminate?: boolean;
  className?: string;
  children: ReactNode;
}

export function Checkbox(
  { name, checked, onChecked, disabled, hue, indeterminate, className, children }: CheckboxProps,
) {
  return (
    <AriaCheckbox
      // In a list whose rows can be chosen, it is not the one that chooses its row.
      slot={null}
      className={classes(css.checkbox, className)}
      style={hue ? { "--hue": hue } as CSSProperties : undefined}
      name={name}
      isSelected={checked}
      isIndeterminate={indeterminate}
      onChange={onChecked}
      isDisabled={disabled}
    >
      <CheckMark />
      {children}
    </AriaCheckbox>
  );
}

/** The box that is drawn; the browser's own lies over it, unseen. */
export function CheckMark() {
  return (
    <span className={css.box} aria-hidden>
      <Check size={12} className={css.check} />
      <Minus size={12} className={css.minus} />
    </span>
  );
}

/** How the label around a box of the browser's own looks. */
export const checkboxClass = css.checkbox!;
