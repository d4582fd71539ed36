import { t } from "@lingui/core/macro";
import type { ApiRequest, Fate } from "../../src/contract/send_api.ts";
import { codeText } from "../ui/showError.ts";

/** What somebody asked to be sent. */
export function whatOfRequest({ kind }: ApiRequest): string {
  if (kind === "media") return t`Mídia`;
  if (kind === "reaction") return t`Reação`;
  return kind === "text" ? t`Texto` : t`Pedido`;
}

/** What has become of it, or why it was refused. */
export function saysOfRequest({ fate, failure, error }: ApiRequest): string {
  if (error !== null) return codeText(error);
  if (fate === "failed") return failure === null ? t`falhou` : codeText(failure);
  return fate === null ? "" : fateText(fate);
}

function fateText(fate: Fate): string {
  switch (fate) {
    case "scheduled":
      return t`agendada`;
    case "waiting":
      return t`na fila`;
    case "sending":
      return t`a caminho`;
    case "sent":
      return t`enviada`;
    case "delivered":
      return t`entregue`;
    case "read":
      return t`lida`;
    case "played":
      return t`ouvida`;
    case "failed":
      return t`falhou`;
    case "cancelled":
      return t`cancelada`;
  }
}

export function toneOfStatus(status: number): "success" | "waiting" | "danger" {
  if (status < 300) return "success";
  return status === 409 || status === 429 ? "waiting" : "danger";
}
