import { Trans, useLingui } from "@lingui/react/macro";
import { KeyRound, Phone } from "lucide-react";
import { Link } from "wouter";
import { useList } from "../list/pagedList.ts";
import { Button } from "../ui/Button.tsx";
import { requestList } from "./api.ts";
import { BotGuide } from "./BotGuide.tsx";
import { Method } from "./Method.tsx";
import { RequestRow } from "./RequestRow.tsx";
import { SendTest } from "./SendTest.tsx";
import css from "./ApiPage.module.css";

/** How to send a text and a file, how outside bots work, two forms to try it out, and the last requests. */
export function MethodsTab({ onRequests }: { onRequests: () => void }) {
  const { t } = useLingui();
  return (
    <div className={css.guide}>
      <div>
        <Notes />
        <Method
          what="text"
          path="/api/messages/send"
          title={t`1. Mensagens de texto`}
          contentType="application/json"
          body={`{ "number": "5511987654321", "body": "${t`Sua mensagem`}" }`}
        />
        <Method
          what="media"
          path="/api/messages/send"
          title={t`2. Mensagens de mídia`}
          contentType="multipart/form-data"
          body={t`number, body e medias (o arquivo)`}
        />
        <More />
        <BotGuide />
        <LastRequests onAll={onRequests} />
      </div>
      <div>
        <SendTest what="text" title={t`Teste de Envio: texto`} />
        <SendTest what="media" title={t`Teste de Envio: mídia`} />
      </div>
    </div>
  );
}

function Notes() {
  return (
    <ul className={css.notes}>
      <li>
        <KeyRound size={16} aria-hidden />
        <span>
          <Trans>
            Antes de enviar mensagens, é preciso cadastrar o <b>token</b> da conexão: menu{" "}
            <Link href="/connections">Conexões</Link>, editar a conexão, campo Token.
          </Trans>
        </span>
      </li>
      <li>
        <Phone size={16} aria-hidden />
        <span>
          <Trans>
            O número não pode ter máscara nem caracteres especiais:{" "}
            <b>código do país + DDD + número</b>, como 5511987654321.
          </Trans>
        </span>
      </li>
    </ul>
  );
}

function More() {
  const { t } = useLingui();
  const fields = [
    ["Idempotency-Key", t`A mesma chave não envia duas vezes em 24 horas; a resposta é 202.`],
    ["sendAt", t`Quando enviar: 2026-12-01T09:00:00-03:00.`],
    ["mediaUrl", t`Um endereço de onde o arquivo é buscado, em vez de medias.`],
    [
      "quotedMsg",
      t`${'{ "id": … }'}: a mensagem a que esta responde. É o messageId que a API devolve, não o id do pedido.`,
    ],
    [
      "reaction",
      t`${'{ "id": …, "emoji": "👍" }'}: em vez de uma mensagem. O id é o messageId da mensagem, não o id do pedido.`,
    ],
    [
      "template",
      t`${'{ "name": …, "language": "pt_BR", "body": […] }'}: em vez de body, na API oficial do WhatsApp: um modelo aprovado e o que preenche suas variáveis.`,
    ],
    ["marketing", t`true: quem pediu para sair não recebe.`],
    ["dryRun", t`true: confere tudo e não envia nada.`],
    [
      "ticketId",
      t`O atendimento a que se responde, em vez de number. Para quem não tem número, como no Instagram, a resposta e os webhooks trazem number: null e, em channelIds, o canal e o id da pessoa nele.`,
    ],
    ["whatsappId", t`A conexão, para tokens de integração.`],
    [
      "GET /api/messages/send/:id",
      t`O que aconteceu com uma mensagem. messageId é null até ela estar na conversa: pergunte de novo um segundo depois.`,
    ],
    ["DELETE /api/messages/send/:id", t`Desiste de uma que ainda não saiu.`],
  ] as const;
  return (
    <section className={css.card} aria-label={t`Mais opções`}>
      <header>
        <h2>
          <Trans>Mais opções</Trans>
        </h2>
      </header>
      <div className={css.method}>
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
      </div>
    </section>
  );
}

function LastRequests({ onAll }: { onAll: () => void }) {
  const { t } = useLingui();
  const { rows } = useList(requestList, {});
  if (rows.length === 0) return null;
  return (
    <section className={css.card} aria-label={t`Últimos pedidos`}>
      <header>
        <h2>
          <Trans>Últimos pedidos</Trans>
        </h2>
        <Button size="small" onClick={onAll}>
          <Trans>Ver todos</Trans>
        </Button>
      </header>
      <ul>
        {rows.slice(0, 5).map((request) => (
          <li key={request.id}>
            <RequestRow request={request} />
          </li>
        ))}
      </ul>
    </section>
  );
}
