import { Trans, useLingui } from "@lingui/react/macro";
import { Copy, LinkIcon } from "lucide-react";
import { useState } from "react";
import { type PasswordLink, passwordLinks } from "../../src/contract/password_links.ts";
import type { User } from "../../src/contract/users.ts";
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
export function PasswordLinkDialog({ user, of, made, onClose }: {
  user: Pick<User, "id" | "name">;
  /** Their company, where a super user asks for another one's. */
  of?: { id: number };
  /** One that is there already, for who is new. */
  made?: PasswordLink;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { dateTime } = useDates();
  const [link, setLink] = useState(made);
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    await call(passwordLinks.make, { id: user.id, companyId: of?.id }).then(setLink, showError).finally(() =>
      setBusy(false)
    );
  };
  const until = link && dateTime(link.expiresAt);
  return (
    <Dialog
      title={t`Link de senha`}
      width={480}
      onClose={onClose}
      bodyClassName={css.fields}
      foot={
        <Button variant={link ? "primary" : "secondary"} onClick={onClose}>
          {link ? <Trans>Pronto</Trans> : <Trans>Cancelar</Trans>}
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
        : (
          <Button variant="primary" icon={LinkIcon} busy={isBusy} className={css.make} onClick={make}>
            <Trans>Criar link</Trans>
          </Button>
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
