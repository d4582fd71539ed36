import { Trans, useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { useState } from "react";
import { acting } from "../../src/contract/acting.ts";
import type { SetUpCompany } from "../../src/contract/set_up.ts";
import { call } from "../call.ts";
import { goOnAs } from "../log_out.ts";
import { Button } from "../ui/Button.tsx";
import { copyText } from "../ui/copyText.ts";
import { dateTimeText } from "../ui/dates.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { showError } from "../ui/showError.ts";
import { TextField } from "../ui/TextField.tsx";
import { browserZone } from "./typed.ts";
import css from "./SetUp.module.css";

/** How the customer's administrator comes in; then the super user goes on as they, to link the number. */
export function LinkStep({ company: { id, name, email, link } }: { company: SetUpCompany }) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const address = `${location.origin}/password#${link.token}`, until = dateTimeText(link.expiresAt, browserZone());
  const goOn = () => {
    setBusy(true);
    goOnAs(() => call(acting.begin, { id }), "/connections").catch(showError).finally(() => setBusy(false));
  };
  return (
    <div className={css.form}>
      <h1>
        <Trans>Entregue este link</Trans>
      </h1>
      <p>
        <Trans>Por ele {email} escolhe a senha e administra {name}. Outro se cria em Configurações › Empresas.</Trans>
      </p>
      <TextField
        label={t`Link`}
        size="large"
        hint={t`Vale uma vez, até ${until}.`}
        value={address}
        readOnly
        onFocus={(event) => event.target.select()}
        end={<IconButton label={t`Copiar o link`} icon={Copy} size="small" onClick={() => void copyText(address)} />}
      />
      <div className={css.actions}>
        <Button variant="primary" size="large" busy={isBusy} onClick={goOn}>
          <Trans>Ligar o número de {name}</Trans>
        </Button>
      </div>
    </div>
  );
}
