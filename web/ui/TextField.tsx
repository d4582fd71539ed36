import { useLingui } from "@lingui/react/macro";
import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from "react";
import { Field, type FieldProps } from "./Field.tsx";
import { IconButton } from "./IconButton.tsx";
import css from "./Field.module.css";

interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, "size" | "onChange"> {
  size?: "large";
  /** Buttons inside the field, at its end. */
  end?: ReactNode;
  /** Called with the text, at every change. */
  onText?: (text: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text; a password gets a button that shows it, others what `end` holds. */
export function TextField({ label, hint, error, size, end, onText, type, ...rest }: TextFieldProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  const onChange = (event: { target: HTMLInputElement }) => onText?.(event.target.value);
  if (type !== "password" && !end) {
    return (
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          <input {...rest} {...control} type={type} className={css.input} data-size={size} onChange={onChange} />
        )}
      </Field>
    );
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className={css.input} data-size={size}>
          <input
            {...rest}
            {...control}
            type={type === "password" && shown ? "text" : type}
            onChange={onChange}
          />
          {end ?? (
            <IconButton
              label={shown ? t`Esconder a senha` : t`Mostrar a senha`}
              icon={shown ? EyeOff : Eye}
              size="small"
              onClick={() => setShown(!shown)}
            />
          )}
        </span>
      )}
    </Field>
  );
}
