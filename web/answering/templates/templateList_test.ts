// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Template } from "../../../src/contract/templates.ts";
import { languageOf, stateOf, templatesFound } from "./templateList.ts";

const template = (name: string, body: string, change: Partial<Template> = {}): Template => ({
  id: name.length,
  name,
  language: "pt_BR",
  category: "UTILITY",
  status: "APPROVED",
  parts: { header: null, body, footer: "", buttons: [] },
  blanks: { header: [], body: [], buttons: [] },
  isSendable: true,
  fetchedAt: "2026-11-23T12:00:00.000Z",
  ...change,
});
const ORDER = template("pedido_pronto", "Olá {{1}}, seu pedido está pronto");
const DEBT = template("cobranca", "Falta pagar", { status: "REJECTED", isSendable: false });
const GREETING = template("saudacao", "Olá!");

test("templates are found by words of their name or text, and those that can be sent stand first", () => {
  const names = (search: string) => templatesFound([DEBT, ORDER, GREETING], search).map(({ name }) => name);
  expect(names("")).toEqual(["pedido_pronto", "saudacao", "cobranca"]);
  expect(names("pedido pronto")).toEqual(["pedido_pronto"]);
  expect(names("PEDIDO_PRONTO")).toEqual(["pedido_pronto"]);
  expect(names("olá")).toEqual(["pedido_pronto", "saudacao"]);
  expect(names("olá pagar")).toEqual([]);
});

test("what Meta says of a template that we have no word for is said in general", () => {
  expect(stateOf(DEBT).word.message).toBe("Recusado");
  expect(stateOf({ ...DEBT, status: "LIMIT_EXCEEDED" }).word.message).toBe("Indisponível");
});

test("languages are called by their names, and what is none by itself", () => {
  expect(languageOf(ORDER, "pt")).toBe("português (Brasil)");
  expect(languageOf({ ...ORDER, language: "??" }, "pt")).toBe("??");
});
