import { lazy, Suspense } from "react";
import { classes } from "./classes.ts";
import { dateText } from "./dates.ts";
import type { FieldProps } from "./Field.tsx";
import css from "./Field.module.css";

export interface DateFieldProps extends FieldProps {
  /** Its name is said, but not shown: what stands around it tells. */
  isBare?: boolean;
  /** Without one it is no part of the form around it, and Enter does not send that. */
  name?: string;
  /** `YYYY-MM-DD`, with a time `YYYY-MM-DDTHH:mm`; empty for none. */
  value?: string;
  onText?: (value: string) => void;
  withTime?: boolean;
  /** The first and the last day that may be chosen, as `YYYY-MM-DD`. */
  min?: string;
  max?: string;
  size?: "small";
  readOnly?: boolean;
}

const DateSurface = lazy(() => import("./DateSurface.tsx"));

/** A date, with a time if one likes, typed part by part or chosen in a calendar, in the person's language and order. */
export function DateField(props: DateFieldProps) {
  const { label, isBare, value = "", size } = props;
  const [day, time] = value.split("T");
  return (
    <Suspense
      fallback={
        <div className={css.field}>
          {!isBare && <span>{label}</span>}
          <span className={classes(css.input, css.date)} data-size={size}>
            {day && dateText(day)} {time}
          </span>
        </div>
      }
    >
      <DateSurface {...props} />
    </Suspense>
  );
}
