import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { messages } from "../i18n/pt.po";
import { CallError } from "../request.ts";
import { errorText } from "./showError.ts";

i18n.loadAndActivate({ locale: "pt", messages });

test.each([
  [new CallError("ERR_NO_PERMISSION", 403), "Acesso não permitido"],
  [new CallError("Something new", 418), "Something new"],
  [new Error("of the program"), "Ocorreu um erro!"],
])("a refusal is told in the person's words, an unlisted one as it is", (error, text) => {
  expect(errorText(error)).toBe(text);
});

test("a subscription that is over is told with its day", () => {
  const error = new CallError("ERR_SUBSCRIPTION_EXPIRED", 402, {}, { dueDate: "2026-11-05" });
  expect(errorText(error)).toBe(
    "Opss! Sua assinatura venceu 05/11/2026. Entre em contato com o Suporte para mais informações!",
  );
});

test.each([
  [{ action: "accept", by: { id: 3, name: "Carla" } }, "Carla já aceitou este atendimento."],
  [{ action: "close", by: { id: 3, name: "Carla" } }, "Carla já encerrou este atendimento."],
  [{ action: "undo", by: { id: 3, name: "Carla" } }, "Carla mexeu neste atendimento antes. Veja como ele está agora."],
  [{ action: "requeue", by: null }, "Outra pessoa mexeu neste atendimento antes. Veja como ele está agora."],
  [undefined, "Outra pessoa mexeu neste atendimento antes. Veja como ele está agora."],
])("who lost a race is told who won it: %j", (detail, text) => {
  expect(errorText(new CallError("ERR_TICKET_CHANGED", 409, {}, detail))).toBe(text);
});

test.each([[15, "1 minuto"], [61, "2 minutos"], [900, "15 minutos"]])(
  "who tried too often, %i s too early, is told to try again in %s",
  (seconds, wait) => {
    const error = new CallError("ERR_TOO_MANY_REQUESTS", 429, {}, { seconds });
    expect(errorText(error)).toBe(`Muitas tentativas seguidas. Tente de novo em ${wait}.`);
  },
);
