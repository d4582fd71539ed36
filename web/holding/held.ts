import { plural, t } from "@lingui/core/macro";
import { atom, getDefaultStore } from "jotai";
import { type Hold, holding } from "../../src/contract/holding.ts";
import { call } from "../call.ts";
import { onEvent, onReturn } from "../live.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

/** What waits for an administrator's word, if anything does. */
export const holdAtom = atom<Hold | null>(null);

/** Reads it now, after every break of the line, and when somebody has decided; until the returned function is called. */
export function followHold(): () => void {
  void readHold();
  const leave = [onEvent("holding", () => void readHold()), onReturn(() => void readHold())];
  return () => {
    for (const one of leave) one();
  };
}

async function readHold(): Promise<void> {
  // Without an answer nothing is shown; the next return asks again.
  const answer = await call(holding.show).catch(() => undefined);
  if (answer) getDefaultStore().set(holdAtom, answer.hold);
}

/** How many of each kind, in words: "3 mensagens, 1 campanha". */
export function countsText({ message, schedule, campaign, request, delivery }: Hold["counts"]): string {
  return [
    message > 0 && plural(message, { one: "# mensagem", other: "# mensagens" }),
    schedule > 0 && plural(schedule, { one: "# agendamento", other: "# agendamentos" }),
    campaign > 0 && plural(campaign, { one: "# campanha", other: "# campanhas" }),
    request > 0 && plural(request, { one: "# envio da API", other: "# envios da API" }),
    delivery > 0 && plural(delivery, { one: "# aviso de webhook", other: "# avisos de webhook" }),
  ].filter(Boolean).join(", ");
}

/** Lets all of it go, once the person is sure. */
export async function sendHold({ id, counts }: Hold): Promise<void> {
  const what = countsText(counts);
  const isSure = await confirm({
    title: t`Enviar tudo agora?`,
    text: t`Vão sair: ${what}. O que já tinha saído antes está marcado como enviado e não sai de novo.`,
    yes: t`Enviar tudo`,
  });
  if (isSure) await decide("send", id);
}

/** Lets none of it go, once the person is sure. */
export async function dropHold({ id, counts }: Hold): Promise<void> {
  const what = countsText(counts);
  const isSure = await confirm({
    title: t`Descartar o que está retido?`,
    text: t`Não vão sair: ${what}. Cada mensagem continua no atendimento, com a opção de reenviar.`,
    yes: t`Descartar`,
    danger: true,
  });
  if (isSure) await decide("drop", id);
}

async function decide(what: "send" | "drop", id: number): Promise<void> {
  try {
    const { failed } = await call(holding[what], { id });
    if (failed > 0) {
      toast.warning(plural(failed, {
        one: "# item não pôde sair: a conexão não existe mais, ou a campanha está incompleta.",
        other: "# itens não puderam sair: a conexão não existe mais, ou a campanha está incompleta.",
      }));
    } else toast.success(what === "send" ? t`Tudo foi liberado.` : t`Nada disso vai sair.`);
  } catch (error) {
    showError(error);
  }
  await readHold();
}
