import { Trans, useLingui } from "@lingui/react/macro";
import { CirclePlay, CircleStop, Eye, PencilLine, Send } from "lucide-react";
import { useState } from "react";
import type { Campaign } from "../../src/contract/campaigns.ts";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { toast } from "../ui/toast.ts";
import { useUnsaved } from "../ui/unsaved.ts";
import { cancelCampaign, restartCampaign } from "./acts.ts";
import { AudienceFields } from "./AudienceFields.tsx";
import { isEditable, isOpenToChange } from "./campaigns.ts";
import type { Slot } from "./draft.ts";
import { useCampaignForm } from "./useCampaignForm.ts";
import { FirstFields } from "./FirstFields.tsx";
import { Forecast } from "./Forecast.tsx";
import { Media } from "./Media.tsx";
import { MessageTabs } from "./MessageTabs.tsx";
import { Later } from "./Later.tsx";
import { PhonePreview } from "./PhonePreview.tsx";
import { TemplateFields } from "./TemplateFields.tsx";
import { templateNamed, templateText, useCloudLine, useTemplates } from "./templates.ts";
import { TestDialog } from "./TestDialog.tsx";
import { useCheck } from "./useCheck.ts";
import { STATUS_TONES, STATUS_WORDS } from "./words.ts";
import css from "./CampaignDialog.module.css";

interface CampaignDialogProps {
  /** Without one, a new one is added. */
  campaign?: Campaign;
  onClose: () => void;
}

/** What a campaign says to whom, and when (spec 3 §2.3). */
export function CampaignDialog({ campaign, onClose }: CampaignDialogProps) {
  const { t, i18n } = useLingui();
  const [file, setFile] = useState<File>();
  const { form, kept, setKept } = useCampaignForm({ campaign, file, onClose });
  const [slot, setSlot] = useState<Slot>(1);
  const [from, setFrom] = useState(0);
  const [isPreview, setPreview] = useState(false);
  const [isTest, setTest] = useState(false);
  const check = useCheck(form.values, kept?.id, from);
  const isOpen = isOpenToChange(kept, Date.now()), isLocked = !isOpen || form.busy;
  const isChanged = isOpen && (form.isChanged || file !== undefined);
  const close = useUnsaved(isChanged, onClose, { isBusy: form.busy });
  const moved = (record: Campaign | undefined) => record && setKept(record);
  const part = { form, isLocked };
  const cloud = useCloudLine(form.values), isByTemplate = cloud !== undefined;
  const templates = useTemplates(cloud?.id), chosen = templateNamed(templates.all, form.values.template);
  const template = isByTemplate ? chosen ? templateText(chosen, form.values.template?.filled) : "" : undefined;
  const isOnlyTemplate = isByTemplate && form.values.confirmation !== "true";
  return (
    <>
      <Dialog
        title={!campaign ? t`Nova campanha` : isOpen ? t`Atualizar campanha` : t`Ver campanha`}
        width={1120}
        onClose={close}
        form={form.props}
        bodyClassName={css.body}
        state={kept && <Chip tone={STATUS_TONES[kept.status]}>{i18n._(STATUS_WORDS[kept.status])}</Chip>}
        foot={
          <>
            {!isOnlyTemplate && (
              <Media
                campaign={kept}
                file={file}
                onFile={setFile}
                isEditable={!form.busy && (!kept || isEditable(kept, Date.now()) || kept.status === "CANCELADA")}
                onDropped={setKept}
              />
            )}
            <Button
              className={css.onNarrow}
              icon={isPreview ? PencilLine : Eye}
              onClick={() => setPreview(!isPreview)}
            >
              {isPreview ? <Trans>Voltar aos campos</Trans> : <Trans>Ver a prévia</Trans>}
            </Button>
            {kept && (
              <Button
                icon={Send}
                onClick={() => isChanged ? toast.warning(t`Salve a campanha antes de enviar um teste.`) : setTest(true)}
              >
                <Trans>Enviar teste</Trans>
              </Button>
            )}
            {kept?.status === "CANCELADA" && (
              <Button
                variant="secondary"
                icon={CirclePlay}
                onClick={() =>
                  isChanged
                    ? toast.warning(t`Salve a campanha antes de reiniciar.`)
                    : void restartCampaign(kept).then(moved)}
              >
                <Trans>Reiniciar</Trans>
              </Button>
            )}
            {kept?.status === "EM_ANDAMENTO" && (
              <Button
                variant="secondary"
                icon={CircleStop}
                onClick={() => void cancelCampaign(kept).then(moved)}
              >
                <Trans>Cancelar</Trans>
              </Button>
            )}
            <Button variant="secondary" onClick={close}>
              <Trans>Fechar</Trans>
            </Button>
            {isOpen && (
              <Button type="submit" variant="primary" busy={form.busy}>
                {campaign ? <Trans>Salvar</Trans> : <Trans>Adicionar</Trans>}
              </Button>
            )}
          </>
        }
      >
        <div className={css.fields} data-hidden={isPreview || undefined}>
          <ChangedMeanwhile form={form} />
          <FirstFields {...part} />
          {isByTemplate && <TemplateFields {...part} templates={templates} check={check} />}
          {!isOnlyTemplate && (
            <MessageTabs {...part} slot={slot} onSlot={setSlot} check={check} isByTemplate={isByTemplate} />
          )}
          <Forecast check={check} isByTemplate={isByTemplate} />
          <AudienceFields {...part} />
          <Later {...part} isByTemplate={isByTemplate} />
        </div>
        <PhonePreview
          values={form.values}
          slot={slot}
          check={check}
          onMore={() => setFrom(from + 5)}
          file={file}
          campaign={kept}
          template={template}
          isShown={isPreview}
        />
      </Dialog>
      {isTest && kept && <TestDialog campaign={kept} slot={slot} onClose={() => setTest(false)} />}
    </>
  );
}
