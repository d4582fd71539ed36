import { Buffer } from "node:buffer";
import { refuse } from "../contract/errors.ts";
import { type SettingRule, USUAL_LENGTH } from "../contract/settings.ts";
import type { Keys } from "./keys.ts";

/** Refuses what a setting may not be. */
export function checkValue(
  { values, pattern, isGood = () => true, most = USUAL_LENGTH }: SettingRule,
  value: string,
): void {
  if ([...value].length > most) refuse("ERR_INVALID_INPUT", { fields: { value: "too_long" } });
  if ((values && !values.includes(value)) || (pattern && !pattern.test(value)) || !isGood(value)) {
    refuse("ERR_INVALID_INPUT", { fields: { value: "invalid" } });
  }
}

/** A text as it may lie in a file that is stolen; an empty one stays empty. */
export function sealText(keys: Keys, text: string): string {
  return text && Buffer.from(keys.seal(Buffer.from(text))).toString("base64");
}

export function unsealText(keys: Keys, sealed: string): string {
  return sealed && Buffer.from(keys.unseal(Buffer.from(sealed, "base64"))).toString();
}
