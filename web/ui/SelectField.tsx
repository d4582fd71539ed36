import { Label } from "react-aria-components";
import { classes } from "./classes.ts";
import { Below } from "./Field.tsx";
import { SelectSurface } from "./SelectSurface.tsx";
import type { SelectProps } from "./Select.tsx";
import css from "./Field.module.css";

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
