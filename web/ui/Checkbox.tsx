import { Check } from "lucide-react";
import type { CSSProperties, InputHTMLAttributes, ReactNode } from "react";
import css from "./Checkbox.module.css";

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> {
  /** A queue's own colour for its box. */
  hue?: string;
  onChecked?: (checked: boolean) => void;
  children: ReactNode;
}

export function Checkbox({ hue, onChecked, children, ...rest }: CheckboxProps) {
  return (
    <label className={css.checkbox} style={hue ? { "--hue": hue } as CSSProperties : undefined}>
      <input {...rest} type="checkbox" onChange={(event) => onChecked?.(event.target.checked)} />
      <span className={css.box} aria-hidden>
        <Check size={12} />
      </span>
      {children}
    </label>
  );
}
