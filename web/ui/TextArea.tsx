import type { Ref, TextareaHTMLAttributes } from "react";
import { Label, TextArea as AriaTextArea, TextField } from "react-aria-components";
import { Below, type FieldProps } from "./Field.tsx";
import css from "./Field.module.css";

interface TextAreaProps extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange" | "value"> {
  value?: string;
  onText?: (text: string) => void;
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, value, onText, disabled, readOnly, rows = 3, ...rest } = props;
  return (
    <TextField
      className={css.field}
      validationBehavior="aria"
      value={value}
      onChange={onText}
      isDisabled={disabled}
      isReadOnly={readOnly}
      isInvalid={Boolean(error)}
    >
      <Label>{label}</Label>
      <AriaTextArea {...rest} rows={rows} className={css.input} />
      <Below hint={hint} error={error} />
    </TextField>
  );
}
