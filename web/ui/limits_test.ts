import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { CampaignForm } from "../../src/contract/campaigns.ts";
import { CampaignSettings } from "../../src/contract/campaign_settings.ts";
import { PlanForm } from "../../src/contract/plans.ts";
import { QuickReplyForm } from "../../src/contract/quick_replies.ts";
import { messages } from "../i18n/pt.po";
import { limitsOf, rightText } from "./limits.ts";
import { typedNumber } from "./typedNumber.ts";

i18n.loadAndActivate({ locale: "pt", messages });

test.each([
  [QuickReplyForm, "shortcode", "too_long", "De 3 a 50 caracteres"],
  [QuickReplyForm, "message", "too_short", "De 3 a 500 caracteres"],
  [CampaignSettings, "optOutText", "too_long", "No máximo 1000 caracteres"],
  [CampaignSettings, "variables.2.key", "too_long", "No máximo 40 caracteres"],
  [CampaignSettings, "newNumberCap", "invalid", "Use um número de 0 a 100000."],
  [CampaignSettings, "mostFailures", "too_short", "Use um número de 1 a 1000."],
  [CampaignForm, "audience.lastContactTo", "too_long", "Use um número de 0 a 3650."],
  [CampaignForm, "followUps.0.afterDays", "invalid", "Use um número de 1 a 60."],
  [PlanForm, "users", "invalid", "Use um número de 0 a 100000."],
  [PlanForm, "name", "too_short", "De 2 a 50 caracteres"],
  [PlanForm, "offered", "invalid", undefined],
  [CampaignSettings, "messageInterval", "invalid", undefined],
  [CampaignSettings, "hours.from", "invalid", undefined],
  [CampaignSettings, "nothing", "too_long", undefined],
])("what would be right: %#", (schema, name, problem, text) => {
  const right = rightText(limitsOf(schema, name), problem);
  expect(right && i18n._(right)).toBe(text);
});

test.each([["12", 12], [" 7 ", 7], ["-12", "-12"], ["99999999", 99999999], ["1,5", "1,5"], ["", ""], ["abc", "abc"]])(
  "%j as it is typed: %j",
  (text, value) => expect(typedNumber(text)).toBe(value),
);
