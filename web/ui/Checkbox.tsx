import type { CSSProperties, ReactNode } from "react";
import { Checkbox as AriaCheckbox } from "react-aria-components";
import { checkboxClass, CheckMark } from "./CheckMark.tsx";
import { classes } from "./classes.ts";

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
      className={classes(checkboxClass, className)}
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
