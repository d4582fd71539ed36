import type { Part } from "../outbox/compose.ts";
import { templateToSend } from "../meta/templates.ts";
import { answerableUntil } from "../answer_windows/answer_windows.ts";
import { refuse } from "../contract/errors.ts";
import { LONGEST_BLANK, type TemplateFilled } from "../contract/templates.ts";
import type { Company, Read } from "../platform/company.ts";
import { inBlank } from "../shared/campaigns/blanks.ts";
import type * as z from "zod/mini";
import type { CampaignRow } from "./table.ts";
import { bodyOf, filledFor, partsOf, type Which, type Words } from "./texts.ts";

/** By which connection a campaign's message goes. */
export interface From extends Words {
  company: Company;
  connectionId: number;
}

/** What a recipient gets at a step, as messages; none when there is nothing to say. Refuses a template that cannot go. */
export function partsFor(db: Read, campaign: CampaignRow, which: Which, from: From): Part[] {
  if (goesAsTemplate(campaign, which.step)) return [templatePart(db, campaign, which, from)];
  return partsOf(from.company, campaign, which, bodyOf(campaign, which, from));
}

/** What goes first over the Cloud API, where nobody may be written to freely before they have answered. */
export function goesAsTemplate({ template, confirmation }: CampaignRow, step: number): boolean {
  return template !== null && step === (confirmation ? 0 : 1);
}

/** Whether a connection may write to somebody without a template. `now` is ms. */
export function mayWriteFreely(db: Read, connectionId: number, contactId: number, now: number): boolean {
  const until = answerableUntil(db, connectionId, contactId);
  return until === null || until > now;
}

function templatePart(db: Read, campaign: CampaignRow, which: Which, from: From): Part {
  const { name, language, filled } = campaign.template!;
  const said = mapBlanks(filled, (text) => inBlank(filledFor(text, campaign, which, from)).slice(0, LONGEST_BLANK));
  if (Object.values(said).flat().includes("")) refuse("ERR_CAMPAIGN_TEXT_EMPTY");
  const { body, template } = templateToSend(db, from.connectionId, { name, language }, said);
  return { body, kind: "text", extra: { template } };
}

type Filled = z.output<typeof TemplateFilled>;

function mapBlanks({ header, body, buttons }: Filled, fill: (text: string) => string): Filled {
  return { header: header.map(fill), body: body.map(fill), buttons: buttons.map(fill) };
}
