import type { Ref, TextareaHTMLAttributes } from "react";
import { TextArea as AriaTextArea } from "react-aria-components";
import { TextFrame, type TextProps } from "./TextFrame.tsx";
import css from "./Field.module.css";

interface TextAreaProps extends TextProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange" | "value"> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, value, onText, disabled, readOnly, rows = 3, ...rest } = props;
  return (
    <TextFrame {...{ label, hint, error, value, onText, disabled, readOnly }}>
      <AriaTextArea {...rest} rows={rows} className={css.input} />
    </TextFrame>
  );
}
