import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FieldError, Text } from "react-aria-components";
import css from "./Field.module.css";

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** What is wrong with what was typed. */
  error?: string;
}

/** What is said below a control; the library makes it the control's description. */
export function Below({ hint, error }: Pick<FieldProps, "hint" | "error">) {
  if (!error) return hint && <Text slot="description" className={css.hint}>{hint}</Text>;
  return (
    <FieldError className={css.error}>
      <CircleAlert size={16} aria-hidden />
      {error}
    </FieldError>
  );
}
