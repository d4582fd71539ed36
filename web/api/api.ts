import { t } from "@lingui/core/macro";
import { atom, getDefaultStore } from "jotai";
import { type ApiToken, apiTokens } from "../../src/contract/api_tokens.ts";
import { type ApiRequest, sendApi } from "../../src/contract/send_api.ts";
import { type Delivery, type Webhook, webhooks } from "../../src/contract/webhooks.ts";
import { call } from "../call.ts";
import { pagedList } from "../list/pagedList.ts";
import { seldom } from "../list/seldom.ts";
import { onEvent, onResync } from "../live.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

/** The company's tokens, the newest first. */
export const tokenList = pagedList(apiTokens.list, { rows: (answer): readonly ApiToken[] => answer });

/** Its webhooks, kept live. */
export const webhookList = pagedList(webhooks.list, { rows: (answer): readonly Webhook[] => answer });

/** What one webhook was sent, the newest first. */
export const deliveryList = pagedList(webhooks.deliveries, {
  rows: (answer): readonly Delivery[] => answer.records,
  hasMore: (answer) => answer.hasMore,
});

/** How many requests came today. */
export const todayAtom = atom(0);

/** What external systems asked for, the newest first, kept live. */
export const requestList = pagedList(sendApi.requests, {
  rows: (answer): readonly ApiRequest[] => {
    getDefaultStore().set(todayAtom, answer.today);
    return answer.records;
  },
  hasMore: (answer) => answer.hasMore,
});

const rereadRequests = seldom(() => requestList.refresh());
onEvent("apiRequests", rereadRequests);
// What the network says of a message that is on the list, or is about to be named there.
onEvent("appMessage", ({ action, message }) => {
  if (action !== "update" || !message.fromMe) return;
  let isListed = false;
  requestList.change((rows) => {
    isListed ||= rows.some(({ messageId, fate }) =>
      messageId === message.id || fate === "waiting" || fate === "sending"
    );
    return rows;
  });
  if (isListed) rereadRequests();
});
onEvent("webhooks", seldom(() => (webhookList.refresh(), deliveryList.refresh())));
onResync(() => tokenList.refresh());

/** From then on the token opens nothing. */
export async function revokeToken({ id, name }: ApiToken): Promise<void> {
  const sure = await confirm({
    title: t`Revogar o token ${name}?`,
    text: t`Os sistemas que o usam deixam de enviar e de ler na hora. Não há volta.`,
    yes: t`Revogar`,
    danger: true,
  });
  if (!sure) return;
  try {
    const revoked = await call(apiTokens.revoke, { id });
    tokenList.change((rows) => rows.map((row) => row.id === id ? revoked : row));
    toast.success(t`Token revogado.`);
  } catch (error) {
    showError(error);
  }
}

export async function removeWebhook({ id, name, waiting }: Webhook): Promise<void> {
  const sure = await confirm({
    title: t`Excluir o webhook ${name}?`,
    text: waiting > 0 ? t`O que ainda espera por ele não será entregue.` : t`Ele não recebe mais nada.`,
    yes: t`Excluir`,
    danger: true,
  });
  if (!sure) return;
  try {
    await call(webhooks.remove, { id });
    webhookList.change((rows) => rows.filter((row) => row.id !== id));
    toast.success(t`Webhook excluído.`);
  } catch (error) {
    showError(error);
  }
}

/** Says what a webhook answers to a test. */
export async function testWebhook({ id }: Webhook): Promise<void> {
  try {
    const { status, said, duration } = await call(webhooks.test, { id });
    if (status !== null && status >= 200 && status < 300) toast.success(t`Respondeu ${status} em ${duration} ms.`);
    else if (status !== null) toast.error(t`Respondeu ${status}: ${said.slice(0, 80)}`);
    else toast.error(t`Não respondeu: ${said}`);
  } catch (error) {
    showError(error);
  }
}

export async function replayFailed({ id }: Webhook): Promise<void> {
  try {
    const { count } = await call(webhooks.replayFailed, { id });
    if (count === 0) toast.success(t`Nada falhou.`);
    else toast.success(t`De volta à fila: ${count}.`);
  } catch (error) {
    showError(error);
  }
}
