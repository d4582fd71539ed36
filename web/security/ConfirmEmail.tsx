import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { MailWarning } from "lucide-react";
import { useEffect, useState } from "react";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { confirmAgain, emailToConfirmAtom, followConfirmation } from "./confirmEmail.ts";
import security from "./Security.module.css";

/** Asks who signed up to confirm their address, above every page, until it is confirmed or put away for this time. */
export default function ConfirmEmailBanner() {
  const { t } = useLingui();
  const email = useAtomValue(emailToConfirmAtom);
  const [isAway, setAway] = useState(false);
  useEffect(followConfirmation, []);
  if (!email || isAway) return null;
  return (
    <Banner
      label={t`Confirme seu e-mail`}
      icon={MailWarning}
      away={{ label: t`Fechar`, onAway: () => setAway(true) }}
    >
      <p>
        <Trans>Confirme seu e-mail: abra o link que foi enviado para {email}.</Trans>
      </p>
      <SendAgain />
    </Banner>
  );
}

/** The same among what guards one's login. */
export function ConfirmEmailSection() {
  const email = useAtomValue(emailToConfirmAtom);
  useEffect(followConfirmation, []);
  if (!email) return null;
  return (
    <section className={security.section}>
      <h3>
        <Trans>Confirme seu e-mail</Trans>
      </h3>
      <p>
        <Trans>Abra o link que foi enviado para {email}. Até lá, nenhum aviso vai para este endereço.</Trans>
      </p>
      <div className={security.actions}>
        <SendAgain />
      </div>
    </section>
  );
}

function SendAgain() {
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    await confirmAgain();
    setBusy(false);
  };
  return (
    <Button size="small" variant="secondary" busy={isBusy} onClick={() => void send()}>
      <Trans>Enviar de novo</Trans>
    </Button>
  );
}
