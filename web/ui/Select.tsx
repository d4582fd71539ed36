import type { Ref, SelectHTMLAttributes } from "react";
import { Field, type FieldProps } from "./Field.tsx";
import css from "./Field.module.css";

interface SelectProps extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange"> {
  options: readonly { value: string; label: string }[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
  onText?: (value: string) => void;
  ref?: Ref<HTMLSelectElement>;
}

/** One of a few; the device's own list, which a phone draws as people know it. */
export function Select({ label, hint, error, options, placeholder, onText, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select
          {...rest}
          {...control}
          className={css.input}
          onChange={(event) => onText?.(event.target.value)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
        </select>
      )}
    </Field>
  );
}
