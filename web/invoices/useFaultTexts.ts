import { useLingui } from "@lingui/react/macro";
import type { Decision, InvoicePayment, PaymentFault } from "../../src/contract/invoices.ts";

/** Why money moved nothing by itself. */
export function useFaultTexts(): Record<PaymentFault, string> {
  const { t } = useLingui();
  return {
    short: t`Veio a menos`,
    over: t`Veio a mais`,
    twice: t`A fatura já estava paga`,
    on_cancelled: t`A cobrança estava cancelada`,
  };
}

/** What money was to its invoice. */
export function usePaymentTexts(): Record<InvoicePayment["kind"], string> {
  const { t } = useLingui();
  return { ...useFaultTexts(), paid: t`Pagamento pelo banco`, by_hand: t`Confirmado por uma pessoa` };
}

/** What can be made of it. */
export function useDecisionTexts(): Record<Decision, string> {
  const { t } = useLingui();
  return {
    accept: t`Aceitar: a fatura fica paga`,
    credit: t`Creditar: o vencimento avança mais uma vez`,
    refund: t`Devolvido: o dinheiro foi devolvido pelo banco`,
    dismiss: t`Encerrar sem fazer nada`,
  };
}
