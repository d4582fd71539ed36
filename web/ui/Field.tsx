import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import css from "./Field.module.css";

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** What is wrong with what was typed. */
  error?: string;
}

interface ControlProps {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/** A label, a control and what is said below it. */
export function Field(
  { label, hint, error, children }: FieldProps & { children: (control: ControlProps) => ReactNode },
) {
  const id = useId();
  const below = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": below })}
      {error
        ? (
          <span className={css.error} id={below}>
            <CircleAlert size={16} aria-hidden />
            {error}
          </span>
        )
        : hint && <span className={css.hint} id={below}>{hint}</span>}
    </div>
  );
}
