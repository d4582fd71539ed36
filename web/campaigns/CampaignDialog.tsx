import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { CirclePlay, CircleStop, Eye, PencilLine, Send } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Campaign, CampaignForm, campaigns } from "../../src/contract/campaigns.ts";
import { call, upload } from "../call.ts";
import { onEvent } from "../live.ts";
import { useMe } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { toast } from "../ui/toast.ts";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { cancelCampaign, restartCampaign } from "./acts.ts";
import { AudienceFields } from "./AudienceFields.tsx";
import { isEditable, isOpenToChange, noteCampaign } from "./campaigns.ts";
import { EMPTY, fieldsOf, sentOf } from "./draft.ts";
import { FirstFields } from "./FirstFields.tsx";
import { Forecast } from "./Forecast.tsx";
import { Media } from "./Media.tsx";
import { MessageTabs } from "./MessageTabs.tsx";
import { Later } from "./Later.tsx";
import { PhonePreview } from "./PhonePreview.tsx";
import { TestDialog } from "./TestDialog.tsx";
import { useCheck } from "./useCheck.ts";
import { STATUS_TONES, STATUS_WORDS } from "./words.ts";
import css from "./CampaignDialog.module.css";

interface CampaignDialogProps {
  /** Without one, a new one is added. */
  campaign?: Campaign;
  onClose: () => void;
}

export type CampaignFormState = ReturnType<typeof useCampaignForm>["form"];

/** What a campaign says to whom, and when (spec 3 §2.3). */
export function CampaignDialog(props: CampaignDialogProps) {
  const { campaign, onClose } = props;
  const { t, i18n } = useLingui();
  const [file, setFile] = useState<File>();
  const { form, kept, setKept } = useCampaignForm(props, file);
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
            <Media
              campaign={kept}
              file={file}
              onFile={setFile}
              isEditable={!form.busy && (!kept || isEditable(kept, Date.now()) || kept.status === "CANCELADA")}
              onDropped={setKept}
            />
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
          <MessageTabs {...part} slot={slot} onSlot={setSlot} check={check} />
          <Forecast check={check} />
          <AudienceFields {...part} />
          <Later {...part} />
        </div>
        <PhonePreview
          values={form.values}
          slot={slot}
          check={check}
          onMore={() => setFrom(from + 5)}
          file={file}
          campaign={kept}
          isShown={isPreview}
        />
      </Dialog>
      {isTest && kept && <TestDialog campaign={kept} slot={slot} onClose={() => setTest(false)} />}
    </>
  );
}

export type Slot = 1 | 2 | 3 | 4 | 5;

function useCampaignForm({ campaign, onClose }: CampaignDialogProps, file: File | undefined) {
  const { t } = useLingui();
  const { timeZone } = useMe().company;
  // As the server has it: saved already when only the file did not go up.
  const [kept, setKept] = useState(campaign);
  const saved = useRef(campaign);
  useStatus(kept?.id, (status) => setKept((now) => now && { ...now, ...status }));
  const form = useForm(CampaignForm, {
    start: campaign ? fieldsOf(campaign, timeZone) : EMPTY,
    record: campaign,
    startOf: (record) => fieldsOf(record, timeZone),
    words: { past: msg`Escolha um horário que ainda vem.` },
    submit: async (typed, was) => {
      const had = saved.current, sent = sentOf(typed, had, timeZone);
      // What this dialog itself has saved is no change of somebody else's.
      let record = had
        ? await call(campaigns.change, { ...sent, id: had.id, was: Math.max(had.revision, was ?? 0) })
        : await call(campaigns.add, sent);
      saved.current = record;
      setKept(record);
      noteCampaign({ action: "update", record });
      if (file) {
        record = await upload(campaigns.setMedia, { id: record.id }, [file]);
        saved.current = record;
        noteCampaign({ action: "update", record });
      }
      toast.success(t`Campanha salva com sucesso!`);
      onClose();
    },
  });
  return {
    form,
    kept,
    /** What a button of this dialog has changed; the fields stay as they are. */
    setKept: (record: Campaign) => {
      const had = saved.current;
      // Where somebody else has changed it meanwhile, saving is to find that out.
      if (!had || record.revision <= had.revision + 1) saved.current = record;
      setKept(record);
    },
  };
}

/** Follows what the server makes of a campaign that is open: it may have begun, or ended. */
function useStatus(id: number | undefined, onStatus: (status: Pick<Campaign, "status" | "stoppedBy">) => void): void {
  const follow = useEffectEvent(onStatus);
  useEffect(() =>
    onEvent("campaign", (change) => {
      if (change.action === "delete" || change.record.id !== id) return;
      const { status, stoppedBy } = change.record;
      follow({ status, stoppedBy });
    }), [id]);
}
