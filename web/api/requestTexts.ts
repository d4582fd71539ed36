import { t } from "@lingui/core/macro";
import type { ApiRequest, Fate } from "../../src/contract/send_api.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { codeText } from "../ui/showError.ts";

type Asked = Pick<ApiRequest, "kind" | "number">;

/** What somebody asked to be sent, and to whom. */
export function titleOfRequest(request: Asked): string {
  const what = whatOfRequest(request), to = receiverOf(request);
  return request.number ? t`${what} para ${to}` : what;
}

function whatOfRequest({ kind }: Asked): string {
  if (kind === "media") return t`Mídia`;
  if (kind === "reaction") return t`Reação`;
  return kind === "text" ? t`Texto` : t`Pedido`;
}

/** Not everybody whom a company knows has a number that it knows. */
function receiverOf({ number }: Asked): string {
  if (number.endsWith("@g.us")) return t`um grupo`;
  return number.includes("@") ? t`um contato sem número` : formatNumber(number);
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

/** What was accepted may have failed all the same. */
export function toneOfRequest({ status, fate }: Pick<ApiRequest, "status" | "fate">): "success" | "waiting" | "danger" {
  if (status < 300) return fate === "failed" ? "danger" : "success";
  return status === 409 || status === 429 ? "waiting" : "danger";
}
