import type { Ref, TextareaHTMLAttributes } from "react";
import { Field, type FieldProps } from "./Field.tsx";
import css from "./Field.module.css";

interface TextAreaProps extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange"> {
  onText?: (text: string) => void;
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, hint, error, onText, rows = 3, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          rows={rows}
          className={css.input}
          onChange={(event) => onText?.(event.target.value)}
        />
      )}
    </Field>
  );
}
