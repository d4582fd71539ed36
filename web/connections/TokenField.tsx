import { useLingui } from "@lingui/react/macro";
import { Copy, Dices } from "lucide-react";
import { IconButton } from "../ui/IconButton.tsx";
import { TextField } from "../ui/TextField.tsx";
import { copyText } from "../ui/copyText.ts";
import css from "./ConnectionDialog.module.css";

interface TokenFieldProps {
  name: string;
  value: string;
  error?: string;
  readOnly?: boolean;
  onText: (token: string) => void;
}

/** The key with which other programs may send through the connection: made here, copied from here. */
export function TokenField({ value, onText, ...rest }: TokenFieldProps) {
  const { t } = useLingui();
  const copy = () => void copyText(value, t`Token copiado.`);
  return (
    <TextField
      {...rest}
      label={t`Token`}
      hint={t`A chave de outros programas para enviar por esta conexão. Vazio, nenhum envia.`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      className={css.token}
      value={value}
      onText={(typed) => onText(typed.trim())}
      end={
        <>
          <IconButton
            label={t`Gerar token`}
            icon={Dices}
            size="small"
            disabled={rest.readOnly}
            onClick={() => onText(newToken())}
          />
          <IconButton label={t`Copiar token`} icon={Copy} size="small" disabled={!value} onClick={copy} />
        </>
      }
    />
  );
}

/** 32 characters that nobody guesses: 192 bits. */
function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}
