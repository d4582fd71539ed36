import { Trans, useLingui } from "@lingui/react/macro";
import { msg } from "@lingui/core/macro";
import type { ComponentProps } from "react";
import { CodeForm, security, type SetUp } from "../../src/contract/security.ts";
import { call } from "../call.ts";
import { QrCode } from "../ui/QrCode.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useForm } from "../ui/useForm.ts";
import css from "./Security.module.css";

/** Sends the first code; `done` gets the recovery codes. */
export function useSetUpForm({ setUp }: SetUp, done: (codes: readonly string[]) => void) {
  return useForm(CodeForm, {
    start: { code: "" },
    delay: 0,
    words: { wrong: msg`O código não confere. Espere o próximo e tente de novo` },
    submit: async ({ code }) => done((await call(security.confirm, { setUp, code })).codes),
  });
}

interface SecretAndCodeProps {
  begun: SetUp;
  code: Partial<ComponentProps<typeof TextField>>;
}

/** What to do with the phone, and the field for the code that it shows then. */
export function SecretAndCode({ begun: { secret, uri }, code }: SecretAndCodeProps) {
  const { t } = useLingui();
  return (
    <>
      <p>
        <Trans>
          Abra um aplicativo autenticador no celular (como Google Authenticator, Microsoft Authenticator ou Aegis) e
          leia este código.
        </Trans>
      </p>
      <QrCode className={css.qr} text={uri} label={t`QR code para o aplicativo autenticador`} />
      <p className={css.secret}>
        <Trans>Sem câmera? Digite esta chave:</Trans> <code>{secret.match(/.{4}/g)!.join(" ")}</code>
      </p>
      <TextField
        label={t`Código de 6 dígitos`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        {...code}
      />
    </>
  );
}
