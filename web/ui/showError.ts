import { i18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { secondsInMinute } from "date-fns/constants";
import type { ChangedTicket } from "../../src/contract/tickets.ts";
import { NotHere } from "../arrival.ts";
import { CallError } from "../request.ts";
import { dateText } from "./dates.ts";
import { ERROR_TEXTS, knownText } from "./errorTexts.ts";
import { toast } from "./toast.ts";

/** The shared handler (spec 1 §8): the refusal in the person's words, as a toast of 2 s. */
export function showError(error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  toast.error(errorText(error));
}

/** The translation of a refusal's code; an unlisted code or text as it is. */
export function errorText(error: unknown): string {
  if (error instanceof NotHere) return i18n._(ERROR_TEXTS.ERR_OFFLINE);
  if (!(error instanceof CallError)) return i18n._(ERROR_TEXTS.ERR_UNKNOWN);
  const { dueDate, seconds } = (error.detail ?? {}) as { dueDate?: string; seconds?: number };
  if (error.code === "ERR_SUBSCRIPTION_EXPIRED" && dueDate) {
    const date = dateText(dueDate);
    return t`Opss! Sua assinatura venceu ${date}. Entre em contato com o Suporte para mais informações!`;
  }
  if (error.code === "ERR_TOO_MANY_REQUESTS" && seconds) return waitText(seconds);
  if (error.code === "ERR_TICKET_CHANGED") return changedText(error.detail as ChangedTicket | undefined);
  return codeText(error.code);
}

/** Who was quicker, and with what. */
function changedText({ by, action }: Partial<ChangedTicket> = {}): string {
  if (!by) return codeText("ERR_TICKET_CHANGED");
  const { name } = by;
  switch (action) {
    case "accept":
      return t`${name} já aceitou este atendimento.`;
    case "transfer":
      return t`${name} já transferiu este atendimento.`;
    case "return":
      return t`${name} já devolveu este atendimento à fila.`;
    case "resolve":
    case "close":
      return t`${name} já encerrou este atendimento.`;
    default:
      return t`${name} mexeu neste atendimento antes. Veja como ele está agora.`;
  }
}

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / secondsInMinute);
  return plural(minutes, {
    one: "Muitas tentativas seguidas. Tente de novo em # minuto.",
    other: "Muitas tentativas seguidas. Tente de novo em # minutos.",
  });
}

/** The translation of an error's code; an unlisted one as it is. */
export function codeText(code: string): string {
  const text = knownText(code);
  return text ? i18n._(text) : code;
}
