import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import css from "./ChannelLater.module.css";

/** What is missing before a channel of Meta's can be added; nothing is stored. */
export default function ChannelLater({ channel, onClose }: { channel: "Facebook" | "Instagram"; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Adicionar ${channel}`}
      onClose={onClose}
      foot={
        <Button variant="primary" onClick={onClose} data-begin>
          <Trans>Entendi</Trans>
        </Button>
      }
    >
      <div className={css.later}>
        <p>
          <Trans>Este sistema ainda não atende pelo {channel}: por enquanto, só pelo WhatsApp.</Trans>
        </p>
        <p>
          <Trans>Quando uma versão souber fazer isso, você vai precisar de:</Trans>
        </p>
        <ul>
          <li>
            {channel === "Facebook"
              ? <Trans>uma página do Facebook da sua empresa, da qual você seja administrador;</Trans>
              : <Trans>uma conta profissional do Instagram, ligada a uma página do Facebook;</Trans>}
          </li>
          <li>
            <Trans>
              um aplicativo da Meta, que quem cuida deste servidor registra e a Meta aprova para receber mensagens.
            </Trans>
          </li>
        </ul>
        <p>
          <Trans>Nada foi guardado nem mudou.</Trans>
        </p>
      </div>
    </Dialog>
  );
}
