import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Campaign, CampaignForm, campaigns } from "../../src/contract/campaigns.ts";
import { call, upload } from "../call.ts";
import { onEvent } from "../live.ts";
import { useMe } from "../session.ts";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";
import { noteCampaign } from "./campaigns.ts";
import { useIsCloud } from "./templates.ts";
import { EMPTY, fieldsOf, sentOf } from "./draft.ts";

interface Options {
  /** Without one, a new one is added. */
  campaign?: Campaign;
  /** Chosen, and saved along. */
  file: File | undefined;
  onClose: () => void;
}

export type CampaignFormState = ReturnType<typeof useCampaignForm>["form"];

/** A campaign's form, and the campaign as the server has it meanwhile. */
export function useCampaignForm({ campaign, file, onClose }: Options) {
  const { t } = useLingui();
  const { timeZone } = useMe().company;
  // As the server has it: saved already when only the file did not go up.
  const [kept, setKept] = useState(campaign);
  const saved = useRef(campaign), isCloud = useIsCloud();
  useStatus(kept?.id, (status) => setKept((now) => now && { ...now, ...status }));
  const form = useForm(CampaignForm, {
    start: campaign ? fieldsOf(campaign, timeZone) : EMPTY,
    record: campaign,
    startOf: (record) => fieldsOf(record, timeZone),
    words: {
      past: msg`Escolha um horário que ainda vem.`,
      no_campaigns: msg`Campanhas só saem por conexões de WhatsApp.`,
      mixed_kinds: msg`Celulares e a API oficial não se misturam numa campanha.`,
    },
    submit: async (typed, was) => {
      const had = saved.current, sent = sentOf(typed, had, { timeZone, isByTemplate: isCloud(typed.whatsappIds) });
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
