import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { AUDIT_KINDS, AUDITED_CALLS, COMMAND_DEEDS } from "../../src/contract/audit.ts";
import { CALL_WORDS, callText, fieldText, KIND_WORDS } from "./words.ts";

i18n.loadAndActivate({ locale: "pt", messages: {} });

test("whatever is noted has words, and what has none is called by its name", () => {
  expect(AUDITED_CALLS.filter((name) => !CALL_WORDS[name] || callText(name) === name)).toEqual([]);
  expect(COMMAND_DEEDS.filter((name) => callText(name) === name)).toEqual([]);
  expect(AUDIT_KINDS.filter((kind) => !KIND_WORDS[kind])).toEqual([]);
  expect(callText("rockets.launch")).toBe("rockets.launch");
  expect([fieldText("toString"), fieldText("fuel")]).toEqual(["toString", "fuel"]);
});
