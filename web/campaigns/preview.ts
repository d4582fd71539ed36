import { SLOTS } from "../../src/contract/campaigns.ts";
import type { CampaignVariable } from "../../src/contract/campaign_settings.ts";
import {
  chooser,
  countVariations,
  fillText,
  OWN_VARIABLES,
  readText,
  valuesOf,
  variableKey,
} from "../../src/shared/campaigns/texts.ts";
import type { Fields } from "./draft.ts";
import type { Check } from "./useCheck.ts";

interface Preview {
  who: Check["samples"][number];
  own: readonly CampaignVariable[];
  /** Names of variables that the list has, too. */
  known: readonly string[];
  seed: number;
  /** What goes first over the Cloud API. */
  template?: string | undefined;
}

/** One message and its question as this person gets them; empty where there is no text. */
export function previewOf(values: Fields, slot: typeof SLOTS[number], { who, own, known, seed, template }: Preview) {
  const all = knownOf([...known, ...own.map(({ key }) => key)]);
  const fill = (text: string) => fillText(readText(text, all), valuesOf(who, own), chooser(seed)).trim();
  const isAsked = values.confirmation === "true", message = values[`message${slot}`] ?? "";
  if (template !== undefined) {
    return isAsked ? { message: fill(message), question: fill(template) } : { message: fill(template), question: "" };
  }
  return { message: fill(message), question: isAsked ? fill(values[`confirmationMessage${slot}`] ?? "") : "" };
}

function knownOf(names: readonly string[]): Set<string> {
  return new Set([...OWN_VARIABLES, ...names].map(variableKey));
}

/** How many different messages the texts make. */
export function variationsOf(values: Fields, known: readonly string[], template?: string): number {
  const all = knownOf(known), isTemplateAll = template !== undefined && values.confirmation !== "true";
  return (isTemplateAll ? [template] : SLOTS.map((slot) => values[`message${slot}`] ?? "")).filter((text) =>
    text.trim() !== ""
  )
    .reduce((sum, text) => sum + countVariations(readText(text, all)), 0);
}
