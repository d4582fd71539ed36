import { useLingui } from "@lingui/react/macro";
import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from "react";
import { Input, Label, TextField as AriaTextField } from "react-aria-components";
import { Below, type FieldProps } from "./Field.tsx";
import { IconButton } from "./IconButton.tsx";
import css from "./Field.module.css";

interface TextFieldProps
  extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, "size" | "onChange" | "value"> {
  value?: string;
  size?: "large";
  /** Buttons inside the field, at its end. */
  end?: ReactNode;
  /** Called with the text, at every change. */
  onText?: (text: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text; a password gets a button that shows it, others what `end` holds. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, size, end, value, onText, disabled, readOnly, type = "text", ...rest } = props;
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  const isSecret = type === "password";
  const box = { className: css.input, "data-size": size };
  return (
    <AriaTextField
      className={css.field}
      validationBehavior="aria"
      value={value}
      onChange={onText}
      isDisabled={disabled}
      isReadOnly={readOnly}
      isInvalid={Boolean(error)}
    >
      <Label>{label}</Label>
      {end || isSecret
        ? (
          <span {...box}>
            <Input {...rest} type={isSecret && shown ? "text" : type} />
            {end ?? (
              <IconButton
                label={shown ? t`Esconder a senha` : t`Mostrar a senha`}
                icon={shown ? EyeOff : Eye}
                size="small"
                onClick={() => setShown(!shown)}
              />
            )}
          </span>
        )
        : <Input {...rest} {...box} type={type} />}
      <Below hint={hint} error={error} />
    </AriaTextField>
  );
}
