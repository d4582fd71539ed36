import { lazy, type Ref, Suspense } from "react";
import { classes } from "./classes.ts";
import type { FieldProps } from "./Field.tsx";
import css from "./Field.module.css";

export interface Choice {
  value: string;
  label: string;
}

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

const SelectField = lazy(() => import("./overlays.ts").then((overlays) => ({ default: overlays.SelectField })));

/** One of a few, from a list that hangs from its field; on a phone it rises from the lower edge. */
export function Select(props: SelectProps) {
  const { label, value, options, placeholder } = props;
  const chosen = options.find((one) => one.value === value)?.label ?? placeholder;
  return (
    <Suspense
      fallback={
        <div className={css.field}>
          <label>{label}</label>
          <span className={classes(css.input, css.opens)}>{chosen}</span>
        </div>
      }
    >
      <SelectField {...props} />
    </Suspense>
  );
}
