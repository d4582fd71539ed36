import type { MailLanguage } from "../contract/mail.ts";
import type { Recurrence } from "../shared/recurrence.ts";

/** What a receipt says around its figures. */
export interface ReceiptWords {
  title: (id: number) => string;
  /** The file's name, without the invoice's number. */
  file: string;
  payer: string;
  company: string;
  address: string;
  subject: string;
  dueDate: string;
  paidAt: string;
  validUntil: string;
  way: string;
  byHand: string;
  identification: string;
  recurrence: Record<Recurrence, string>;
}

export const RECEIPT_WORDS: Record<MailLanguage, ReceiptWords> = {
  pt: {
    title: (id) => `Recibo da fatura ${id}`,
    file: "recibo",
    payer: "Recebido de",
    company: "Empresa",
    address: "Endereço",
    subject: "Referente a",
    dueDate: "Vencimento",
    paidAt: "Pago em",
    validUntil: "Válido até",
    way: "Forma",
    byHand: "Confirmado pelo fornecedor",
    identification: "Identificação",
    recurrence: {
      MENSAL: "mensal",
      BIMESTRAL: "bimestral",
      TRIMESTRAL: "trimestral",
      SEMESTRAL: "semestral",
      ANUAL: "anual",
    },
  },
  en: {
    title: (id) => `Receipt of invoice ${id}`,
    file: "receipt",
    payer: "Received from",
    company: "Company",
    address: "Address",
    subject: "For",
    dueDate: "Due date",
    paidAt: "Paid on",
    validUntil: "Valid until",
    way: "Paid by",
    byHand: "Confirmed by the provider",
    identification: "Identification",
    recurrence: {
      MENSAL: "monthly",
      BIMESTRAL: "every two months",
      TRIMESTRAL: "quarterly",
      SEMESTRAL: "half-yearly",
      ANUAL: "yearly",
    },
  },
  es: {
    title: (id) => `Recibo de la factura ${id}`,
    file: "recibo",
    payer: "Recibido de",
    company: "Empresa",
    address: "Dirección",
    subject: "Por",
    dueDate: "Vencimiento",
    paidAt: "Pagado el",
    validUntil: "Válido hasta",
    way: "Forma",
    byHand: "Confirmado por el proveedor",
    identification: "Identificación",
    recurrence: {
      MENSAL: "mensual",
      BIMESTRAL: "bimestral",
      TRIMESTRAL: "trimestral",
      SEMESTRAL: "semestral",
      ANUAL: "anual",
    },
  },
};
