import { atomWithStorage } from "jotai/utils";

/** Whether messages carry the sender's name; kept on this device, on unless switched off (spec 1 §2.8). */
export const signAtom = atomWithStorage("signOption", true, undefined, { getOnInit: true });

/** A text with the sender's name in bold on a line above; without a text there is nothing to sign. */
export function signed(text: string, name: string): string {
  return text ? `*${name}:*\n${text}` : "";
}

/** The line with the writer's name at the beginning of a text; empty without one. */
export function signatureOf(text: string): string {
  return /^\*[^*\n]+:\*\n/.exec(text)?.[0] ?? "";
}

/** Whether a text says by itself who wrote it. */
export function isSigned(text: string): boolean {
  return signatureOf(text) !== "";
}
