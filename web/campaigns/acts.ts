import { t } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import { type Campaign, campaigns } from "../../src/contract/campaigns.ts";
import { call } from "../call.ts";
import { meAtom } from "../session.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { noteCampaign } from "./campaigns.ts";
import { momentText } from "./words.ts";

/** Starts one now that waits for it; says whether it did. */
export async function startCampaign({ id, name }: Campaign): Promise<Campaign | undefined> {
  const sure = await confirm({
    title: t`Iniciar ${name} agora?`,
    text: t`As mensagens começam a sair assim que a conexão e o horário de envio permitirem.`,
    yes: t`Iniciar agora`,
  });
  if (!sure) return undefined;
  return await moved(() => call(campaigns.start, { id }), t`Campanha iniciada com sucesso!`);
}

export function cancelCampaign({ id }: Campaign): Promise<Campaign | undefined> {
  return moved(() => call(campaigns.cancel, { id }), t`Campanha cancelada com sucesso!`);
}

export function restartCampaign({ id }: Campaign): Promise<Campaign | undefined> {
  return moved(() => call(campaigns.restart, { id }), ({ status, scheduledAt }) => {
    const me = getDefaultStore().get(meAtom);
    if (status !== "PROGRAMADA" || !scheduledAt || !me) return t`Campanha reiniciada com sucesso!`;
    return t`Campanha programada: começa ${momentText(scheduledAt, me.company.timeZone)}.`;
  });
}

async function moved(
  ask: () => Promise<Campaign>,
  done: string | ((record: Campaign) => string),
): Promise<Campaign | undefined> {
  try {
    const record = await ask();
    noteCampaign({ action: "update", record });
    toast.success(typeof done === "string" ? done : done(record));
    return record;
  } catch (error) {
    showError(error);
    return undefined;
  }
}

export async function removeCampaign({ id, name }: Campaign): Promise<void> {
  const sure = await confirm({
    title: t`Excluir a campanha ${name}?`,
    text: t`O relatório dela também some; o que já foi enviado continua nas conversas. Isso não pode ser desfeito.`,
    yes: t`Excluir`,
    danger: true,
  });
  if (!sure) return;
  try {
    await call(campaigns.remove, { id });
    noteCampaign({ action: "delete", id });
    toast.success(t`Campanha excluída com sucesso!`);
  } catch (error) {
    showError(error);
  }
}
