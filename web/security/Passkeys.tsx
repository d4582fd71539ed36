import { Trans, useLingui } from "@lingui/react/macro";
import { KeyRound } from "lucide-react";
import type { Passkey } from "../../src/contract/security.ts";
import { Button } from "../ui/Button.tsx";
import { useDates } from "../ui/useDates.ts";
import { mayUsePasskeys } from "./webAuthn.ts";
import css from "./Security.module.css";

interface PasskeysProps {
  passkeys: readonly Passkey[];
  onAdd: () => void;
  onRemove: (passkey: Passkey) => void;
}

/** The devices that let the person in without a password. */
export function Passkeys({ passkeys, onAdd, onRemove }: PasskeysProps) {
  if (passkeys.length === 0 && !mayUsePasskeys()) return null;
  return (
    <section className={css.section}>
      <h3>
        <Trans>Chaves de acesso</Trans>
      </h3>
      <p>
        <Trans>Entre com a digital, o rosto ou o PIN do aparelho, sem senha nem código.</Trans>
      </p>
      {passkeys.length > 0 && (
        <ul className={css.sessions}>
          {passkeys.map((passkey) => <PasskeyRow key={passkey.key} passkey={passkey} onRemove={onRemove} />)}
        </ul>
      )}
      {mayUsePasskeys() && (
        <div className={css.actions}>
          <Button size="small" variant="secondary" onClick={onAdd}>
            <Trans>Adicionar chave de acesso</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}

function PasskeyRow({ passkey, onRemove }: Pick<PasskeysProps, "onRemove"> & { passkey: Passkey }) {
  const { t } = useLingui();
  const dates = useDates();
  const name = passkey.name || t`Aparelho desconhecido`, begun = dates.dateTime(passkey.since);
  return (
    <li>
      <KeyRound size={20} aria-hidden />
      <span>
        <b>{name}</b>
        <small>
          <Trans>desde {begun}</Trans>
        </small>
      </span>
      <Button
        size="small"
        variant="secondary"
        aria-label={t`Remover ${name}, desde ${begun}`}
        onClick={() => onRemove(passkey)}
      >
        <Trans>Remover</Trans>
      </Button>
    </li>
  );
}
