import { Check } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { Checkbox as AriaCheckbox } from "react-aria-components";
import css from "./Checkbox.module.css";

interface CheckboxProps {
  name?: string;
  checked: boolean;
  onChecked: (checked: boolean) => void;
  disabled?: boolean;
  /** A queue's own colour for its box. */
  hue?: string;
  children: ReactNode;
}

export function Checkbox({ name, checked, onChecked, disabled, hue, children }: CheckboxProps) {
  return (
    <AriaCheckbox
      // In a list whose rows can be chosen, it is not the one that chooses its row.
      slot={null}
      className={css.checkbox}
      style={hue ? { "--hue": hue } as CSSProperties : undefined}
      name={name}
      isSelected={checked}
      onChange={onChecked}
      isDisabled={disabled}
    >
      <span className={css.box} aria-hidden>
        <Check size={12} />
      </span>
      {children}
    </AriaCheckbox>
  );
}
