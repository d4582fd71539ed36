import { type Slot, SLOTS } from "../contract/campaigns.ts";
import { LONGEST_CAPTION } from "../contract/messages.ts";
import { kindOf, type Part } from "../outbox/compose.ts";
import type { Company } from "../platform/company.ts";
import { mediaPath, newMediaPath } from "../platform/media.ts";
import { chooser, fillText, readText, valuesOf } from "../shared/campaigns/texts.ts";
import type { CampaignRow, RecipientRow } from "./table.ts";

/** One of the texts that are there, by chance, the same whenever it is asked. */
export function variantOf({ id, variant }: Pick<RecipientRow, "id" | "variant">, campaign: CampaignRow): number {
  if (variant !== null) return variant;
  const written = SLOTS.filter((slot) => campaign[`message${slot}`] !== "");
  return written[chooser(id)(Math.max(1, written.length))] ?? 1;
}

export interface Which {
  recipient: Pick<RecipientRow, "id" | "name" | "number" | "email" | "columns">;
  step: number;
  variant: number;
}

/** The company's own variables, and the names of a list's columns; else those of the campaign's recipients. */
export interface Words {
  variables: readonly { key: string; value: string }[];
  columnNames?: readonly string[];
}

/** What a recipient gets at a step. */
export function bodyOf(campaign: CampaignRow, which: Which, words: Words): string {
  return filledFor(writtenText(campaign, which.step, which.variant), campaign, which, words);
}

/** A text with its variables and choices as one recipient reads it. */
export function filledFor(
  text: string,
  campaign: CampaignRow,
  { recipient, step }: Which,
  { variables, columnNames = campaign.columnNames ?? [] }: Words,
): string {
  const values = valuesOf(recipient, variables);
  // Who has nothing in a column gets what stands instead, so that names count which this recipient lacks.
  const names = new Set([...Object.keys(values), ...columnNames]);
  return fillText(readText(text, names), values, chooser(recipient.id * 31 + step));
}

function writtenText(campaign: CampaignRow, step: number, variant: number): string {
  if (step > 1) return campaign.followUps?.[step - 2]?.message ?? "";
  const slot = variant as Slot;
  if (step === 1) return campaign[`message${slot}`];
  const any = SLOTS.find((each) => campaign[`confirmationMessage${each}`] !== "") ?? 1;
  return campaign[`confirmationMessage${slot}`] || campaign[`confirmationMessage${any}`];
}

/** A text that cannot go along with the file goes before it, and is the one that counts. */
export function partsOf(company: Company, campaign: CampaignRow, { step }: Pick<Which, "step">, body: string): Part[] {
  const text: Part[] = body ? [{ body, kind: "text" }] : [];
  if (step !== 1 || campaign.file === null) return text;
  const path = newMediaPath(company);
  Deno.linkSync(mediaPath(company, campaign.file), path);
  const { fileName: name, fileMimetype: mimetype, fileSize: size } = campaign;
  const file = { path, name, mimetype, size }, kind = kindOf(file, undefined);
  if (kind === "audio" || body.length > LONGEST_CAPTION) return [...text, { body: "", kind, file }];
  return [{ body, kind, file }];
}
