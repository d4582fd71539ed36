import { Suspense } from "react";
import { classes } from "./classes.ts";
import { dateText } from "./dates.ts";
import type { DateFieldProps } from "./DateSurface.tsx";
import css from "./Field.module.css";
import { part } from "./part.ts";

const DateSurface = part(() => import("./DateSurface.tsx"));

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
