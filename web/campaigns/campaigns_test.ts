// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import type { Recipient } from "../../src/contract/campaign_recipients.ts";
import type { Campaign } from "../../src/contract/campaigns.ts";
import { isEditable, isFound, isOpenToChange } from "./campaigns.ts";
import { audienceOf, fieldsOf, sentOf } from "./draft.ts";
import { faultsOf } from "./faults.ts";
import { previewOf, variationsOf } from "./preview.ts";
import { filterOf, totalsOf } from "./report.ts";
import { CAMPAIGN_SETTINGS_AT_FIRST } from "../../src/contract/campaign_settings.ts";
import { changesOf, settingsFrom, shortcutOf } from "./settings.ts";

const SAO_PAULO = "America/Sao_Paulo";
const PHONE = { timeZone: SAO_PAULO, isByTemplate: false };
const NOW = Date.parse("2026-11-23T12:00:00Z");
const campaign = {
  ...{ id: 7, name: "Natal", status: "PROGRAMADA", confirmation: true, contactListId: 3, queueId: null },
  ...{ message1: "Oi", message2: "", message3: "", message4: "", message5: "" },
  ...{ confirmationMessage1: "Posso?", confirmationMessage2: "", confirmationMessage3: "" },
  ...{ confirmationMessage4: "", confirmationMessage5: "" },
  whatsapps: [{ id: 1, name: "Loja" }, { id: 2, name: "Entregas" }],
  scheduledAt: "2026-11-24T11:00:30.000Z",
  audience: null,
  followUps: [],
  repeats: { every: "month", until: null, day: 31 },
} as unknown as Campaign;

describe("what may be changed", () => {
  test.each(
    [
      ["INATIVA", null, true],
      ["PROGRAMADA", "2026-11-23T13:00:01Z", true],
      ["PROGRAMADA", "2026-11-23T13:00:00Z", false],
      ["EM_ANDAMENTO", null, false],
      ["FINALIZADA", null, false],
      ["CANCELADA", null, false],
    ] as const,
  )("%s at %s is editable: %s", (status, scheduledAt, is) => {
    expect(isEditable({ status, scheduledAt }, NOW)).toBe(is);
  });

  test("one that was stopped is open to change, and so is a new one", () => {
    expect(isOpenToChange({ ...campaign, status: "CANCELADA" }, NOW)).toBe(true);
    expect(isOpenToChange(undefined, NOW)).toBe(true);
    expect(isOpenToChange({ ...campaign, status: "FINALIZADA" }, NOW)).toBe(false);
  });
});

test("a search finds names that hold all of its words, whatever their accents", () => {
  expect(isFound("Promoção de Natal", "natal promocao")).toBe(true);
  expect(isFound("Promoção de Natal", "páscoa")).toBe(false);
});

describe("the form", () => {
  const draftOf = (change: object) =>
    ({ ...fieldsOf(campaign, SAO_PAULO), confirmation: true, ...change }) as unknown as Parameters<typeof sentOf>[0];

  test("keeps a time that stays to its second, and the day of the month on which it repeats", () => {
    expect(fieldsOf(campaign, SAO_PAULO)).toMatchObject({ scheduledAt: "2026-11-24T08:00", confirmation: "true" });
    expect(sentOf(draftOf({}), campaign, PHONE)).toMatchObject({
      scheduledAt: "2026-11-24 08:00:30",
      repeats: { every: "month", day: 31 },
      whatsappId: 1,
      whatsappIds: [1, 2],
    });
  });

  test("sends another time with its seconds, nothing instead of empty texts, and no day of the month", () => {
    const sent = sentOf(draftOf({ scheduledAt: "2026-12-01T09:30", message2: "  " }), campaign, PHONE);
    expect(sent).toMatchObject({ scheduledAt: "2026-12-01 09:30:00", message1: "Oi", message2: null });
    expect(sent.repeats).toEqual({ every: "month", until: null });
    expect(sentOf(draftOf({ scheduledAt: null }), campaign, PHONE).scheduledAt).toBe(null);
  });

  test("a template goes along over the Cloud API alone, and nothing follows it there", () => {
    const template = { name: "novidade", language: "pt_BR", filled: { header: [], body: ["{nome}"], buttons: [] } };
    const draft = draftOf({ template, followUps: [{ afterDays: 2, message: "E aí?" }] });
    expect(sentOf(draft, campaign, PHONE)).toMatchObject({ template: null, followUps: [{ afterDays: 2 }] });
    expect(sentOf(draft, campaign, { ...PHONE, isByTemplate: true })).toMatchObject({ template, followUps: [] });
  });

  test("an audience that asks nothing is none", () => {
    expect(audienceOf({ tagIds: [], lastContactFrom: null })).toBe(null);
    expect(audienceOf({ tagIds: [4], ratings: [], lastContactFrom: 0 })).toEqual({ tagIds: [4], lastContactFrom: 0 });
  });
});

describe("the preview", () => {
  const who = { name: "Ana", number: "5511", email: "", columns: { Bairro: "Centro" } };
  const values = { message1: "{Oi|Olá}, {nome}, de {bairro}! {prazo}", confirmationMessage1: "Posso, {nome}?" };
  const how = { who, own: [{ key: "prazo", value: "15/12" }], known: ["bairro"], seed: 3 };

  test("fills in the person, the sheet's columns and the company's own variables", () => {
    expect(previewOf(values, 1, how).message).toMatch(/^(Oi|Olá), Ana, de Centro! 15\/12$/);
  });

  test("shows a template with its words instead of the message, or as the question before it", () => {
    const template = "Olá {nome}, o pão de {bairro} voltou.";
    expect(previewOf(values, 1, { ...how, template })).toEqual({
      message: "Olá Ana, o pão de Centro voltou.",
      question: "",
    });
    const both = previewOf({ ...values, confirmation: "true" }, 1, { ...how, template });
    expect(both.question).toBe("Olá Ana, o pão de Centro voltou.");
    expect(both.message).toMatch(/Ana, de Centro/);
    expect(variationsOf(values, ["bairro"], template)).toBe(1);
  });

  test("shows the question only where one is asked", () => {
    expect(previewOf(values, 1, how).question).toBe("");
    expect(previewOf({ ...values, confirmation: "true" }, 1, how).question).toBe("Posso, Ana?");
  });

  test("counts the variations of all messages that have a text", () => {
    expect(variationsOf({ message1: "{a|b} {c|d}", message2: "e", message3: " " }, [])).toBe(5);
  });
});

test("a question need not say how to leave, the message does; an empty one has no faults", () => {
  const codes = (text: string, isQuestion = false) =>
    faultsOf(text, new Set(["nome"]), { isQuestion }).map(({ code }) => code);
  expect(codes("Oi, {nome} {cor}")).toEqual(["unknown_variable", "no_opt_out"]);
  expect(codes("Posso, {nome}?", true)).toEqual([]);
  expect(codes("  ")).toEqual([]);
});

test("a recipient is shown by the furthest that the message got", () => {
  const sent = { state: "sent", deliveredAt: null, readAt: null, answeredAt: null } as Recipient;
  expect(filterOf(sent)).toBe("sent");
  expect(filterOf({ ...sent, deliveredAt: "x" })).toBe("delivered");
  expect(filterOf({ ...sent, deliveredAt: "x", readAt: "x" })).toBe("read");
  expect(filterOf({ ...sent, answeredAt: "x" })).toBe("answered");
  expect(filterOf({ ...sent, state: "failed" })).toBe("failed");
  expect(totalsOf([1, 0, 2])).toEqual([1, 1, 3]);
});

test("settings that nobody has set, or that cannot be read, are as at first; shortcuts lose their braces", () => {
  const rows = [
    { key: "messageInterval", value: "5" },
    { key: "greaterInterval", value: "33" },
    { key: "variables", value: "{" },
    { key: "unknown", value: "1" },
  ];
  expect(settingsFrom(rows)).toMatchObject({ messageInterval: 5, greaterInterval: 60, variables: [] });
  expect(shortcutOf(" {prazo} ")).toBe("prazo");
});

test("of the settings only what was changed is sent", () => {
  const was = CAMPAIGN_SETTINGS_AT_FIRST;
  expect(changesOf({ ...was, variables: [] }, was)).toEqual({});
  expect(changesOf({ ...was, messageInterval: 5 }, was)).toEqual({ messageInterval: 5 });
});
