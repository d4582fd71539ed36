import { Check, Minus } from "lucide-react";
import type { CSSProperties, InputHTMLAttributes, ReactNode, Ref } from "react";
import { classes } from "./classes.ts";
import css from "./Checkbox.module.css";

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> {
  /** A queue's own colour for its box. */
  hue?: string;
  onChecked?: (checked: boolean) => void;
  children: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function Checkbox({ hue, onChecked, children, className, ...rest }: CheckboxProps) {
  return (
    <label className={classes(css.checkbox, className)} style={hue ? { "--hue": hue } as CSSProperties : undefined}>
      <input
        {...rest}
        type="checkbox"
        onChange={(event) =>
          onChecked?.(event.target.checked)}
      />
      <span className={css.box} aria-hidden>
        <Check size={12} className={css.check} />
        <Minus size={12} className={css.minus} />
      </span>
      {children}
    </label>
  );
}
