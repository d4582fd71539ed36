import { Suspense } from "react";
import { classes } from "./classes.ts";
import type { SelectProps } from "./SelectField.tsx";
import css from "./Field.module.css";
import { part } from "./part.ts";

export type { Choice } from "./SelectSurface.tsx";

const SelectField = part(() => import("./overlays.ts").then((overlays) => ({ default: overlays.SelectField })));

/** One of a few, from a list that hangs from its field; on a phone it rises from the lower edge. */
export function Select(props: SelectProps) {
  const { label, value, options, placeholder, hint } = props;
  const chosen = options.find((one) => one.value === value)?.label ?? placeholder;
  return (
    <Suspense
      fallback={
        <div className={css.field}>
          <label>{label}</label>
          <span className={classes(css.input, css.opens)}>{chosen}</span>
          {hint && <span className={css.hint}>{hint}</span>}
        </div>
      }
    >
      <SelectField {...props} />
    </Suspense>
  );
}
