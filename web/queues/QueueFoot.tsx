import { Trans, useLingui } from "@lingui/react/macro";
import { Eye, EyeOff } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import type { QueueDraft } from "./useQueueDraft.ts";
import css from "./QueueDialog.module.css";

interface QueueFootProps {
  draft: QueueDraft;
  /** On a phone, where there is room for the fields or for their preview. */
  isPreviewed: boolean;
  onPreview: (isPreviewed: boolean) => void;
  onCancel: () => void;
}

export function QueueFoot({ draft, isPreviewed, onPreview, onCancel }: QueueFootProps) {
  const { t } = useLingui();
  return (
    <>
      {draft.isChanged && (
        <span className={css.unsaved} role="status">
          <Trans>Alterações não salvas</Trans>
        </span>
      )}
      <span className={css.phoneOnly}>
        <Button icon={isPreviewed ? EyeOff : Eye} onClick={() => onPreview(!isPreviewed)}>
          {isPreviewed ? t`Voltar a editar` : t`Ver a prévia`}
        </Button>
      </span>
      <FormFoot onCancel={onCancel} busy={draft.form.busy}>
        {draft.seen ? <Trans>Salvar</Trans> : <Trans>Adicionar</Trans>}
      </FormFoot>
    </>
  );
}
