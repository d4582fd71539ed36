import { describe, expect, test } from "vitest";
import { anOption, aStage, DELIVERIES, type Line, ORDERS, talk } from "../../testing/bakery.ts";
import type { Bill } from "../bills.ts";
import { tellBills } from "./bills.ts";
import { BOT_BEGINS } from "./state.ts";
import { BOT_TEXTS, BOT_TEXTS_IN, type BotLanguage } from "./texts.ts";

const CPF = "529.982.247-25", NUMBER = "52998224725";
const { taxNumber: ASK, taxNumberMiss: MISS, handOver: HAND_OVER } = BOT_TEXTS;
const STAGE = aStage({
  options: [
    anOption(1, null, 1, "Financeiro", { message: "Em que ajudamos?" }),
    anOption(11, 1, 1, "Segunda via", { message: "Já vamos enviar.", action: "bill" }),
    anOption(2, null, 2, "Boleto", { action: "bill" }),
  ],
});
const ASKED = `${ASK}\n\n*0* Voltar`;
const TOP = "Olá, Mariana! O que deseja?\n\n*1* Financeiro\n*2* Boleto";
const BELOW = "Em que ajudamos?\n\n*1* Segunda via\n\n*0* Voltar";

describe("an option that ends in bills", () => {
  test.each<[string, Line[], string[]]>([
    ["says its message and asks for the number", ["Oi", "1", "1"], [`Já vamos enviar.\n\n${ASKED}`]],
    ["asks without a message, too", ["Oi", "2"], [ASKED]],
    ["looks the number up, in silence", ["Oi", "2", CPF], [`bills of ${NUMBER}`]],
    ["finds it in a sentence", ["Oi", "2", `é o ${NUMBER}, obrigada`], [`bills of ${NUMBER}`]],
    ["takes a CNPJ with letters", ["Oi", "2", "12.ABC.345/01DE-35"], ["bills of 12ABC34501DE35"]],
    ["asks again for a wrong one", ["Oi", "2", "529.982.247-26"], [`${MISS}\n\n*0* Voltar`]],
    ["asks again for a picture", ["Oi", "2", ""], [`${MISS}\n\n*0* Voltar`]],
    ["takes the right one after that", ["Oi", "2", "529", CPF], [`bills of ${NUMBER}`]],
    ["calls a person after the second wrong one", ["Oi", "2", "529", "não sei"], [HAND_OVER, "handOver"]],
    ["does not mind a line written before the question came", ["Oi", "2", { says: "por favor", at: 0 }], []],
    ["leads back on 0", ["Oi", "1", "1", "0"], [BELOW]],
    ["leads back to the top on 0", ["Oi", "2", "0"], [TOP]],
    ["leads to the start on #", ["Oi", "1", "1", "#"], [TOP]],
    ["is silent while it looks up", ["Oi", "2", CPF, "e aí?"], []],
    ["is silent while it looks up even on #", ["Oi", "2", CPF, "#"], []],
  ])("%s", (_, lines, last) => expect(talk(STAGE, lines).last).toEqual(last));

  test("stays with the bot until the bills are told", () => {
    expect(talk(STAGE, ["Oi", "2"]).state).toMatchObject({ asks: "taxNumber", optionId: 2, misses: 0 });
    expect(talk(STAGE, ["Oi", "2", CPF]).state).toMatchObject({ asks: "bills", misses: 0 });
  });

  test("that was changed or deleted meanwhile begins again", () => {
    const gone = aStage({ options: [anOption(1, null, 1, "Financeiro")] });
    const changed = aStage({ options: [anOption(2, null, 1, "Boleto", { message: "Um instante." })] });
    for (const on of [gone, changed]) {
      expect(talk(STAGE, ["Oi", "2", { says: CPF, on }]).last[0]).toMatch(/^Olá, Mariana/);
    }
  });

  test("leads to the other queue's menu on # where there are several", () => {
    const several = { ...STAGE, connection: { ...STAGE.connection, queueIds: [ORDERS, DELIVERIES] } };
    expect(talk(several, ["Oi", "1", "2", "#"]).last).toEqual(["Padaria Aurora.\n\n*1* Encomendas\n*2* Entregas"]);
  });
});

describe("what is told", () => {
  const LINE = "34191770050006572777870144370007697780000011000", PIX = "00020126580014br.gov.bcb.pix";
  const BILL: Bill = {
    cents: 123_490,
    dueDate: "2026-12-10",
    link: "https://pague.example/1",
    line: LINE,
    pixCode: PIX,
  };
  const told = (bills: Bill[] | undefined, language: BotLanguage = "pt") => {
    const state = { ...BOT_BEGINS, asks: "bills", optionId: 7, misses: 1, saidAt: [5] } as const;
    const { actions, state: after } = tellBills(bills, {
      state: { ...state, saidAt: [5] },
      texts: BOT_TEXTS_IN[language],
      language,
    });
    expect(after).toEqual({ ...BOT_BEGINS, asks: null, saidAt: [5] });
    return actions.map((action) => action.do === "say" ? action.text : action.do);
  };

  test("is value, due date and link, and each code in a message of its own; then the ticket closes", () => {
    expect(told([BILL])).toEqual([
      "*Fatura: R$ 1.234,90*\nVencimento: 10/12/2026\nhttps://pague.example/1\n\n" +
      "Nas próximas mensagens vão o código de barras e o Pix copia e cola.",
      LINE,
      PIX,
      "close",
    ]);
  });

  test("is each bill after the other", () => {
    const second = { ...BILL, dueDate: "2027-01-10", line: null };
    expect(told([{ ...BILL, pixCode: null }, second])).toEqual([
      expect.stringContaining("10/12/2026"),
      LINE,
      expect.stringContaining("10/01/2027"),
      PIX,
      "close",
    ]);
  });

  test.each<[Partial<Bill>, string]>([
    [{ line: null, pixCode: null }, "*Fatura: R$ 1.234,90*\nVencimento: 10/12/2026\nhttps://pague.example/1"],
    [
      { link: null, pixCode: null },
      "*Fatura: R$ 1.234,90*\nVencimento: 10/12/2026\n\nNa próxima mensagem vai o código de barras, para copiar.",
    ],
    [
      { cents: null, dueDate: null, line: null },
      "*Fatura*\nhttps://pague.example/1\n\nNa próxima mensagem vai o Pix copia e cola.",
    ],
  ])("leaves out what a bill lacks: %j", (lacks, text) => expect(told([{ ...BILL, ...lacks }])[0]).toBe(text));

  test("calls a person where a bill can be paid by nothing", () => {
    expect(told([BILL, { ...BILL, link: null, line: null, pixCode: null }]).at(-1)).toBe("handOver");
  });

  test("says so where there is none, and calls a person", () => {
    expect(told([])).toEqual([BOT_TEXTS.noBill, "handOver"]);
  });

  test("says so where the system does not answer, also in the history, and calls a person", () => {
    expect(told(undefined)).toEqual([BOT_TEXTS.billFault, "billFault", "handOver"]);
  });

  test.each<[BotLanguage, string]>([
    ["en", "*Bill: R$ 1.234,90*\nDue on: 10 Dec 2026"],
    ["es", "*Factura: R$ 1.234,90*\nVencimiento: 10/12/2026"],
  ])("speaks %s where the bot does", (language, text) => {
    expect(told([{ ...BILL, link: null, line: null, pixCode: null }], language)[0]).toBe(text);
  });
});
