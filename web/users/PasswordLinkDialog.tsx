import { Trans, useLingui } from "@lingui/react/macro";
import { Copy, LinkIcon, Mail } from "lucide-react";
import { useState } from "react";
import type { MailLanguage } from "../../src/contract/mail.ts";
import { type PasswordLink, passwordLinks } from "../../src/contract/password_links.ts";
import type { User } from "../../src/contract/users.ts";
import { useBrand } from "../brand.ts";
import { call } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { showError } from "../ui/showError.ts";
import { TextField } from "../ui/TextField.tsx";
import { copyText } from "../ui/copyText.ts";
import { useDates } from "../ui/useDates.ts";
import css from "./UserDialog.module.css";

/** An address to hand over, by which a colleague chooses a password: nobody has to think one out for them. */
export function PasswordLinkDialog({ user, of, made, sentUntil, onClose }: {
  user: Pick<User, "id" | "name" | "email">;
  /** Their company, where a super user asks for another one's. */
  of?: { id: number };
  /** One that is there already, for who is new. */
  made?: PasswordLink;
  /** Until when the one is good that they were sent already (ISO 8601). */
  sentUntil?: string;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const { dateTime } = useDates();
  const [link, setLink] = useState(made);
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    await call(passwordLinks.make, { id: user.id, companyId: of?.id }).then(setLink, showError).finally(() =>
      setBusy(false)
    );
  };
  const { hasMail } = useBrand();
  const [mailedUntil, setMailedUntil] = useState(sentUntil);
  const send = async () => {
    setBusy(true);
    await call(passwordLinks.mail, { id: user.id, companyId: of?.id, language: i18n.locale as MailLanguage })
      .then(({ expiresAt }) => setMailedUntil(expiresAt), showError).finally(() => setBusy(false));
  };
  const until = link && dateTime(link.expiresAt), mailed = mailedUntil && dateTime(mailedUntil);
  return (
    <Dialog
      title={t`Link de senha`}
      width={480}
      onClose={onClose}
      bodyClassName={css.fields}
      foot={
        <Button variant={link || mailed ? "primary" : "secondary"} onClick={onClose}>
          {link || mailed ? <Trans>Pronto</Trans> : <Trans>Cancelar</Trans>}
        </Button>
      }
    >
      <p>
        <Trans>
          Envie este link só a{" "}
          {user.name}: quem o abrir escolhe a senha. Ele vale uma vez, e os acessos abertos com a senha de antes
          terminam. Um link criado antes deixa de valer.
        </Trans>
      </p>
      {link
        ? <Address address={`${location.origin}/password#${link.token}`} hint={t`Vale até ${until}.`} />
        : mailed
        ? (
          <p role="status">
            <Trans>Enviado para {user.email}. O link vale até {mailed}.</Trans>
          </p>
        )
        : (
          <p className={css.ways}>
            {hasMail && (
              <Button variant="primary" icon={Mail} busy={isBusy} onClick={send}>
                <Trans>Enviar por e-mail</Trans>
              </Button>
            )}
            <Button variant={hasMail ? "secondary" : "primary"} icon={LinkIcon} busy={isBusy} onClick={make}>
              <Trans>Criar link</Trans>
            </Button>
          </p>
        )}
    </Dialog>
  );
}

function Address({ address, hint }: { address: string; hint: string }) {
  const { t } = useLingui();
  const copy = () => void copyText(address);
  return (
    <TextField
      label={t`Link`}
      hint={hint}
      value={address}
      readOnly
      onFocus={(event) => event.target.select()}
      end={<IconButton label={t`Copiar o link`} icon={Copy} size="small" onClick={copy} />}
    />
  );
}
