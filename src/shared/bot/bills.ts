import type { Bill } from "../bills.ts";
import { moneyText } from "../money.ts";
import type { BotAction, BotReply } from "./situation.ts";
import type { BotState } from "./state.ts";
import type { BotLanguage, BotTexts } from "./texts.ts";

/** What came of a look-up; nothing when the system that has the bills did not answer. */
export type FoundBills = Bill[] | undefined;

/** What is around a bill, besides the company's own words. */
const WORDS: Record<BotLanguage, { bill: string; due: string; line: string; pix: string; both: string }> = {
  pt: {
    bill: "Fatura",
    due: "Vencimento",
    line: "Na próxima mensagem vai o código de barras, para copiar.",
    pix: "Na próxima mensagem vai o Pix copia e cola.",
    both: "Nas próximas mensagens vão o código de barras e o Pix copia e cola.",
  },
  en: {
    bill: "Bill",
    due: "Due on",
    line: "The next message is the bar code, to copy.",
    pix: "The next message is the Pix code, to copy.",
    both: "The next messages are the bar code and the Pix code, to copy.",
  },
  es: {
    bill: "Factura",
    due: "Vencimiento",
    line: "En el próximo mensaje va el código de barras, para copiar.",
    pix: "En el próximo mensaje va el código Pix, para copiar.",
    both: "En los próximos mensajes van el código de barras y el código Pix, para copiar.",
  },
};

/**
 * Tells a customer their bills, each code in a message of its own so that it can be copied, and ends the talk. Whoever has
 * none, or nothing to pay one with, gets a person; so does everybody while the system does not answer, and the ticket's
 * history says so.
 */
export function tellBills(
  found: FoundBills,
  { state, texts, language }: { state: BotState; texts: BotTexts; language: BotLanguage },
): BotReply {
  const over: BotState = { ...state, asks: null, optionId: null, misses: 0 };
  if (!found) return { actions: [said(texts.billFault), { do: "billFault" }, { do: "handOver" }], state: over };
  if (found.length === 0) return { actions: [said(texts.noBill), { do: "handOver" }], state: over };
  const isPayable = found.every(({ link, line, pixCode }) => link ?? line ?? pixCode);
  const end: BotAction = isPayable ? { do: "close" } : { do: "handOver" };
  return { actions: [...found.flatMap((bill) => messagesOf(bill, language)).map(said), end], state: over };
}

function messagesOf({ cents, dueDate, link, line, pixCode }: Bill, language: BotLanguage): string[] {
  const words = WORDS[language];
  const follows = line && pixCode ? words.both : line ? words.line : pixCode ? words.pix : "";
  const head = [
    cents === null ? `*${words.bill}*` : `*${words.bill}: ${moneyText(cents / 100).replace(/\s/g, " ")}*`,
    dueDate && `${words.due}: ${dayText(dueDate, language)}`,
    link,
  ].filter(Boolean).join("\n");
  return [[head, follows].filter(Boolean).join("\n\n"), line, pixCode].filter((text) => text !== null);
}

function dayText(day: string, language: BotLanguage): string {
  const [year, month, date] = day.split("-");
  if (language !== "en") return `${date}/${month}/${year}`;
  const form = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-GB", form).format(new Date(day));
}

function said(text: string): BotAction {
  return { do: "say", text, optionId: null, withFile: false };
}
