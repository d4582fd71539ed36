import { Trans, useLingui } from "@lingui/react/macro";
import { Paperclip, Trash2 } from "lucide-react";
import { FileTrigger, Pressable } from "react-aria-components";
import { type Campaign, campaigns } from "../../src/contract/campaigns.ts";
import { LARGEST_FILE } from "../../src/shared/limits.ts";
import { call } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { confirm } from "../ui/confirm.ts";
import { dateLocale } from "../ui/dates.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { showError } from "../ui/showError.ts";
import { sizeText } from "../ui/sizes.ts";
import { toast } from "../ui/toast.ts";
import { noteCampaign } from "./campaigns.ts";
import css from "./CampaignDialog.module.css";

interface MediaProps {
  campaign: Campaign | undefined;
  /** Chosen, and saved with the form. */
  file: File | undefined;
  onFile: (file?: File) => void;
  isEditable: boolean;
  onDropped: (campaign: Campaign) => void;
}

/** The file that goes along with every message. */
export function Media({ campaign, file, onFile, isEditable, onDropped }: MediaProps) {
  const { t } = useLingui();
  const name = file?.name ?? campaign?.mediaName, size = file?.size ?? campaign?.mediaSize ?? 0;
  const drop = async () => {
    if (file) return onFile();
    const sure = campaign && await confirm({
      title: t`Excluir o anexo?`,
      text: t`As mensagens que ainda não saíram vão sem ele.`,
      yes: t`Excluir`,
      danger: true,
    });
    if (!sure) return;
    try {
      const record = await call(campaigns.dropMedia, { id: campaign.id });
      noteCampaign({ action: "update", record });
      onDropped(record);
    } catch (error) {
      showError(error);
    }
  };
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > LARGEST_FILE) return toast.error(t`O arquivo é grande demais.`);
    onFile(chosen);
  };
  if (name) {
    return (
      <span className={css.media}>
        <Paperclip size={16} aria-hidden />
        <span>{name}, {sizeText(size, dateLocale())}</span>
        {isEditable && <IconButton label={t`Excluir o anexo ${name}`} icon={Trash2} onClick={() => void drop()} />}
      </span>
    );
  }
  return (
    <span className={css.media}>
      {isEditable && (
        <FileTrigger onSelect={(files) => choose(files?.[0])}>
          <Pressable>
            <Button icon={Paperclip}>
              <Trans>Anexar</Trans>
            </Button>
          </Pressable>
        </FileTrigger>
      )}
    </span>
  );
}
