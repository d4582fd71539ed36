import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { type Connection, connections } from "../../src/contract/connections.ts";
import { call } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useForm } from "../ui/useForm.ts";
import css from "./LinkDialog.module.css";

/** Links by a code that the person types into the phone, for phones whose camera cannot see this screen. */
export function PairingCode({ connection: { id, number } }: { connection: Connection }) {
  const { t } = useLingui();
  const [code, setCode] = useState<string>();
  const form = useForm(connections.pairingCode.body, {
    start: { number },
    submit: async (typed) => setCode((await call(connections.pairingCode, { id, ...typed })).code),
  });
  const field = form.text("number");
  return (
    <div className={css.link}>
      <form {...form.props} className={css.ask}>
        <p>
          <Trans>
            No celular, toque em <b>Aparelhos conectados</b>, <b>Conectar um aparelho</b> e depois em{" "}
            <b>Conectar com número de telefone</b>.
          </Trans>
        </p>
        <TextField
          label={t`Número do celular`}
          hint={t`Com o código do país e o DDD: 5511987654321`}
          type="tel"
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          {...field}
          onText={(text) => field.onText(text.replace(/\D/g, ""))}
        />
        <Button type="submit" variant={code ? "secondary" : "primary"} busy={form.busy}>
          {code ? <Trans>Gerar outro código</Trans> : <Trans>Gerar código</Trans>}
        </Button>
      </form>
      <div className={css.code}>
        <output className={css.digits} aria-live="polite" aria-label={t`Código para digitar no celular`}>
          {code ? grouped(code) : "––––-––––"}
        </output>
        {code && <Trans>Digite este código no celular.</Trans>}
      </div>
    </div>
  );
}

/** Eight characters read better as two groups of four, which is how the phone asks for them. */
function grouped(code: string): string {
  return code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}
