import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { meta } from "../../../src/contract/meta.ts";
import { call } from "../../call.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { showError } from "../../ui/showError.ts";
import css from "./Meta.module.css";

/** Sends the person to Meta, to choose there which pages may be answered from here. */
export function LoginWay({ startsWithInstagram }: { startsWithInstagram: boolean }) {
  const [addInstagram, setInstagram] = useState(startsWithInstagram);
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      location.assign((await call(meta.login, { addInstagram })).address);
    } catch (error) {
      setBusy(false);
      showError(error);
    }
  };
  return (
    <>
      <p>
        <Trans>
          Você vai ao Facebook, escolhe as páginas que a equipe atende e volta para cá. Cada página vira uma conexão;
          depois, escolha as filas dela em Editar.
        </Trans>
      </p>
      <div className={css.choice}>
        <Checkbox checked={addInstagram} onChecked={setInstagram} disabled={busy}>
          <Trans>Também o Instagram das páginas</Trans>
        </Checkbox>
        <small>
          <Trans>Contas profissionais do Instagram que estão ligadas a uma das páginas.</Trans>
        </small>
      </div>
      <div>
        <Button variant="primary" busy={busy} onClick={() => void leave()}>
          <Trans>Entrar com o Facebook</Trans>
        </Button>
      </div>
    </>
  );
}
