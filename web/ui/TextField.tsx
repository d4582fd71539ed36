import { useLingui } from "@lingui/react/macro";
import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from "react";
import { Input } from "react-aria-components";
import { IconButton } from "./IconButton.tsx";
import { TextFrame, type TextProps } from "./TextFrame.tsx";
import css from "./Field.module.css";

interface TextFieldProps extends TextProps, Omit<InputHTMLAttributes<HTMLInputElement>, "size" | "onChange" | "value"> {
  size?: "large";
  /** Buttons inside the field, at its end. */
  end?: ReactNode;
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
    <TextFrame {...{ label, hint, error, value, onText, disabled, readOnly }}>
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
    </TextFrame>
  );
}
