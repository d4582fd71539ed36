import { describe, expect, test } from "vitest";
import { readAnswer } from "./answers.ts";
import { lintText } from "./lint.ts";
import {
  chooser,
  countVariations,
  fillText,
  readText,
  unknownOf,
  valuesOf,
  variableKey,
  variablesOf,
} from "./texts.ts";

const KNOWN = new Set(["nome", "numero", "email", "prazo", "nome_da_loja"]);
const first = () => 0;
const filled = (text: string, values: Record<string, string> = {}, choose = first) =>
  fillText(readText(text, KNOWN), values, choose);

describe("a campaign's text", () => {
  test.each([
    ["Oi, {nome}!", "Oi, Ana!"],
    ["{Nome} {NÚMERO} { email }", "Ana 5511987654321 ana@x.test"],
    ["{nome|cliente}", "Ana"],
    ["{prazo|amanhã}", "amanhã"],
    ["{prazo}", ""],
    ["{prazo|{nome|você}}", "Ana"],
    ["{Nome da Loja|a loja}", "a loja"],
    ["{outra}", "{outra}"],
    ["{Oi|Olá}, {nome}", "Oi, Ana"],
    ["{Oi {nome}|Olá}", "Oi Ana"],
    ["aberta { aqui", "aberta { aqui"],
    ["fechada } aqui | e ali", "fechada } aqui | e ali"],
    ["{|Oi}", ""],
    ["{{nome}}", "{{nome}}"],
    ["{nome", "{nome"],
  ])("%s", (text, expected) => {
    expect(filled(text, { nome: "Ana", numero: "5511987654321", email: "ana@x.test" })).toBe(expected);
  });

  test("what somebody is called is never read as a text of its own", () => {
    expect(filled("Oi {nome}", { nome: "{Oi|Olá} {email}", email: "x" })).toBe("Oi {Oi|Olá} {email}");
  });

  test("each choice comes up, and the same seed chooses the same", () => {
    const text = readText("{a|b|c} {1|2}", KNOWN);
    const of = (seed: number) => fillText(text, {}, chooser(seed));
    const all = new Set(Array.from({ length: 300 }, (_, seed) => of(seed)));
    expect([...all].sort()).toEqual(["a 1", "a 2", "b 1", "b 2", "c 1", "c 2"]);
    expect(of(7)).toBe(of(7));
    expect(countVariations(text)).toBe(6);
    expect(countVariations(readText("{a|{b|c}|{nome}} {nome|x}", KNOWN))).toBe(4);
    expect(countVariations(readText("{a|b}".repeat(60), KNOWN))).toBe(1_000_000);
  });

  test("any text can be read and filled", () => {
    const signs = ["{", "}", "|", "nome", " ", "x", "é", "\n", "🎉"];
    const choose = chooser(3);
    for (let nth = 0; nth < 3000; nth++) {
      const text = Array.from({ length: choose(30) }, () => signs[choose(signs.length)]).join("");
      const read = readText(text, KNOWN);
      expect(typeof fillText(read, { nome: "Ana" }, chooser(nth))).toBe("string");
      if (!text.includes("{")) expect(fillText(read, {}, first)).toBe(text);
    }
  });

  test("says which variables it uses, which of them stand alone, and which are none", () => {
    const text = readText("{nome|x} {prazo} {nome} {outra coisa} {a|{quê}}", KNOWN);
    expect([...variablesOf(text)]).toEqual([["nome", { isBare: true }], ["prazo", { isBare: true }]]);
    expect(unknownOf(text)).toEqual(["outra coisa", "quê"]);
  });

  test("a sheet's column stands above the company's own variable, and never above the name", () => {
    const person = { name: "Ana", number: "1", email: "", columns: { Prazo: "hoje", Nome: "outra", Bairro: " " } };
    expect(valuesOf(person, [{ key: "prazo", value: "15/12" }, { key: "bairro", value: "Centro" }])).toEqual({
      prazo: "hoje",
      bairro: "Centro",
      nome: "Ana",
      numero: "1",
      email: "",
    });
    expect(variableKey(" Número ")).toBe("numero");
  });

  test.each(["+55 11 98765-4321", "5511987654321", "(11) 98765-4321", "551187654321", "98765-4321", " ", "+"])(
    "who is called %s has no name",
    (name) => {
      const values = valuesOf({ name, number: "5511987654321", email: "", columns: null }, []);
      expect(fillText(readText("Oi, {nome|cliente}!", KNOWN), values, first)).toBe("Oi, cliente!");
    },
  );

  test.each(["Ana", "Loja 24", "Ana 5511987654321", "99", "5521987654321"])("who is called %s has one", (name) => {
    expect(valuesOf({ name, number: "5511987654321", email: "", columns: null }, []).nome).toBe(name);
  });
});

describe("what an answer says", () => {
  test.each([
    ...["1", "sim", "Sim!", "SIM", "s", "ok", "OK.", " Y ", "👍", "*sim*", "1️⃣"].map((text) => [text, "yes"]),
    ...["2", "não", "Nao", "n", "No", "2."].map((text) => [text, "no"]),
    ...[
      "SAIR",
      "sair",
      "Sair.",
      "*SAIR*",
      "s a i r",
      "SAIRRR",
      "quero sair",
      "Quero sair, por favor",
      "parar",
      "PARE!",
      "stop",
      "STOP!!!",
      "descadastrar",
      "Me descadastre",
      "não quero mais receber",
      "Parem de mandar mensagem",
      "me tira da lista",
      "me remova da sua lista",
      "unsubscribe",
      "baja",
      "remover",
      "Não quero mais receber mensagens",
      "não quero receber propaganda, obrigada",
      "não quero mais mensagens",
      "Pare de me mandar mensagens, por favor",
      "pare de mandar",
      "Por favor, não me mande mais mensagem",
      "nao me mande mais mensagens",
    ].map((text) => [text, "opt_out"]),
    ...[
      "posso sair mais cedo?",
      "onde posso parar o carro",
      "Não quero receber na sexta, pode entregar sábado?",
      "Não quero receber em casa, posso retirar na loja?",
      "não quero receber boleto por aqui",
      "Nao quero mais mensagens de ninguem hoje, so quero meu pedido",
      "Para de mandar boleto errado, manda o certo",
      "pode parar de mandar fotos, gostei da primeira",
      "deixe de enviar o item 2",
      "me tira da lista de presença de sábado",
      "parar tudo agora por favor",
      "Vou sair agora",
      "cancelar",
      "Cancele!",
      "cancelar inscrição",
      "sai",
      "não quero mais",
      "não tenho interesse",
      "🛑",
    ].map((text) => [text, "perhaps_opt_out"]),
    ...[
      "bom dia",
      "sim, quero o cardápio",
      "não sei",
      "quero cancelar o pedido de ontem",
      "não quero mais o bolo",
      "3",
      "",
      "👎",
      "vou sair de casa agora e passo aí para buscar a encomenda que fiz ontem com vocês",
    ]
      .map((text) => [text, undefined]),
  ])("%s → %s", (text, expected) => expect(readAnswer(text!)).toBe(expected));
});

describe("the linter", () => {
  const codes = (text: string, missing = [{ name: "prazo", count: 3 }]) =>
    lintText(text, KNOWN, missing).map((fault) => "name" in fault ? `${fault.code} ${fault.name}` : fault.code);

  test.each([
    ["Oi {nome}. Para não receber mais, responda SAIR.", []],
    ["Oi {fulano}. Responda SAIR.", ["unknown_variable fulano"]],
    ["Oi.", ["no_opt_out"]],
    ["Até {prazo}. Responda SAIR.", ["missing_value prazo"]],
    ["Até {prazo|amanhã}. Responda SAIR.", []],
    ["Veja https://bit.ly/abc e www.tinyurl.com/x. SAIR", ["short_link bit.ly", "short_link tinyurl.com"]],
    ["Veja https://habit.ly/abc. Responda SAIR.", []],
    ["PROMOÇÃO IMPERDÍVEL SÓ HOJE NA LOJA! SAIR", ["capitals"]],
    ["OFERTA! SAIR", []],
    ["Oi {nome. Responda SAIR.", ["open_brace"]],
  ])("%s", (text, expected) => expect(codes(text)).toEqual(expected));
});
