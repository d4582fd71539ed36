import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { titleOfRequest, toneOfRequest } from "./requestTexts.ts";

i18n.loadAndActivate({ locale: "pt", messages: {} });

test.each(
  [
    [200, "delivered", "success"],
    [202, "scheduled", "success"],
    [200, "failed", "danger"],
    [429, null, "waiting"],
    [409, null, "waiting"],
    [422, null, "danger"],
  ] as const,
)("a request that was answered %i and is %s looks like %s", (status, fate, tone) => {
  expect(toneOfRequest({ status, fate })).toBe(tone);
});

test.each(
  [
    ["5511987654321", "Texto para +55 11 98765-4321"],
    ["120363025246125486@g.us", "Texto para um grupo"],
    ["94893727801@lid", "Texto para um contato sem número"],
    ["119@contact", "Texto para um contato sem número"],
    ["", "Texto"],
  ] as const,
)("a text for %s reads as %s", (number, text) => {
  expect(titleOfRequest({ kind: "text", number })).toBe(text);
});
