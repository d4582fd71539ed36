import type { ReactNode } from "react";
import { Label, TextField } from "react-aria-components";
import { Below, type FieldProps } from "./Field.tsx";
import css from "./Field.module.css";

export interface TextProps extends FieldProps {
  value?: string;
  /** Called with the text, at every change. */
  onText?: (text: string) => void;
  disabled?: boolean;
  readOnly?: boolean;
}

/** What stands around a text that is typed: its name above, a hint or what is wrong below. */
export function TextFrame(props: TextProps & { children: ReactNode }) {
  const { label, hint, error, value, onText, disabled, readOnly, children } = props;
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
      {children}
      <Below hint={hint} error={error} />
    </TextField>
  );
}
