import { t } from "@lingui/core/macro";
import type { WebhookEvent } from "../../src/contract/webhooks.ts";

/** What an event says has happened. */
export function eventText(event: WebhookEvent): string {
  switch (event) {
    case "message.received":
      return t`Mensagem recebida`;
    case "message.sent":
      return t`Mensagem enviada`;
    case "message.updated":
      return t`Mensagem entregue, lida, alterada ou apagada`;
    case "ticket.created":
      return t`Atendimento novo`;
    case "ticket.updated":
      return t`Atendimento aceito, devolvido ou transferido`;
    case "ticket.closed":
      return t`Atendimento encerrado`;
    case "ticket.deleted":
      return t`Atendimento excluído`;
    case "contact.created":
      return t`Contato novo`;
    case "contact.updated":
      return t`Contato alterado`;
    case "contact.deleted":
      return t`Contato excluído`;
    case "connection.updated":
      return t`Conexão caiu ou voltou`;
    case "opt_out.created":
      return t`Pediu para não receber campanhas`;
  }
}
