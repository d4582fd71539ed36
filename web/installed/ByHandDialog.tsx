import { Trans, useLingui } from "@lingui/react/macro";
import { Share, SquarePlus } from "lucide-react";
import { useBrand } from "../brand.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import css from "./ByHandDialog.module.css";

/** On an iPhone no page may ask to be installed: the person does it, in the browser's own menu. */
export default function ByHandDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { name } = useBrand();
  return (
    <Dialog
      title={t`Instalar o ${name}`}
      onClose={onClose}
      foot={
        <Button variant="primary" onClick={onClose}>
          <Trans>Entendi</Trans>
        </Button>
      }
    >
      <ol className={css.steps}>
        <li>
          <Share size={20} aria-hidden />
          <span>
            <Trans>
              Toque em <b>Compartilhar</b>, na barra do navegador.
            </Trans>
          </span>
        </li>
        <li>
          <SquarePlus size={20} aria-hidden />
          <span>
            <Trans>
              Escolha <b>Adicionar à Tela de Início</b> e confirme.
            </Trans>
          </span>
        </li>
      </ol>
    </Dialog>
  );
}
