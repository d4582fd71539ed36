import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { TOLD_AT_START } from "../../src/contract/outside_bots.ts";
import { Steps } from "../ui/Steps.tsx";
import { Method } from "./Method.tsx";

/** How an outside bot gets customers, answers them and gives them back. */
export function BotGuide() {
  const { t } = useLingui();
  return (
    <Method
      what="return"
      path="/api/tickets/4821/bot/return"
      title={t`3. Robôs externos`}
      contentType="application/json"
      body={`{ "to": "human" | "queue" | "close", "queueId", "userId", "note" }`}
    >
      <Steps>
        <Trans>
          Cadastre um webhook com o endereço do robô. No n8n é o endereço do nó Webhook; para o Typebot, um fluxo do n8n
          recebe os eventos e chama <code>startChat</code> e <code>continueChat</code>{" "}
          da API do Typebot. Nenhum evento precisa ser marcado.
        </Trans>
        <Trans>
          Em{" "}
          <Link href="/queues">Filas</Link>, escolha o robô depois da saudação ou no final de uma opção, e quanto tempo
          esperar por ele. Se ele não responder, um atendente assume.
        </Trans>
        <Trans>
          O robô responde com POST /api/messages/send e <code>ticketId</code> em vez de{" "}
          <code>number</code>, com um token que pode enviar. Crie um só para ele, em Tokens: então nenhum outro sistema
          responde ou devolve por ele. Quando termina, devolve o atendimento como abaixo.
        </Trans>
      </Steps>
      <Fields />
    </Method>
  );
}

function Fields() {
  const { t } = useLingui();
  const fields = [
    ["bot.started", t`O cliente passou ao robô: o atendimento, e as últimas ${TOLD_AT_START} mensagens em messages.`],
    [
      "bot.message",
      t`O que o cliente escreveu, em message. Arquivos: GET em mediaUrl, com um token que também lê; enquanto o arquivo não chegou, media.state é waiting: tente de novo em alguns segundos.`,
    ],
    ["bot.updated", t`O que o cliente editou ou apagou (isDeleted), em message. O tempo não muda.`],
    [
      "bot.ended",
      t`Não é mais com ele, em reason: silent (não respondeu), taken (uma pessoa assumiu), brake (do outro lado parece haver outro robô) ou closed.`,
    ],
    ["until", t`Nos eventos: até quando se espera por uma resposta.`],
    ["to", t`human: os atendentes da fila; queue: outra fila, desde a saudação; close: encerra.`],
    ["note", t`Fica no atendimento como nota, para quem assume.`],
    ["POST /api/tickets/:id/bot/extend", t`Ainda trabalha: o tempo recomeça. minutes diz outro.`],
  ] as const;
  return (
    <dl data-wide>
      {fields.map(([name, says]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  );
}
