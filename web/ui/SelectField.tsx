import type { Ref } from "react";
import { Label } from "react-aria-components";
import { classes } from "./classes.ts";
import { Below, type FieldProps } from "./Field.tsx";
import { type Choice, SelectSurface } from "./SelectSurface.tsx";
import css from "./Field.module.css";

export interface SelectProps extends FieldProps {
  options: readonly Choice[];
  /** Shown while nothing is chosen; chosen again, it takes the choice back. */
  placeholder?: string;
  name?: string;
  value?: string;
  onText?: (value: string) => void;
  disabled?: boolean;
  autoFocus?: boolean;
  /** Enter sends the form once something is chosen; until then it opens the list, as ever. */
  submits?: boolean;
  "aria-busy"?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** What a `Select` is drawn with. */
export function SelectField({ label, hint, error, placeholder, options, ...rest }: SelectProps) {
  return (
    // The library puts something of its own beside it, which nothing around it is to see.
    <div className={css.whole}>
      <SelectSurface
        {...rest}
        className={css.field}
        buttonClass={classes(css.input, css.opens)}
        options={placeholder === undefined ? options : [{ value: "", label: placeholder }, ...options]}
        isInvalid={Boolean(error)}
        above={<Label>{label}</Label>}
        below={<Below hint={hint} error={error} />}
      />
    </div>
  );
}
