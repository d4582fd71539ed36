import { t } from "@lingui/core/macro";
import { CallError } from "../request.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

/** What says nothing of what went wrong. */
const GENERAL = new Set<string>(["ERR_INTERNAL", "ERR_UNKNOWN"]);
/** What is wrong with a field is marked there, too. */
const ABOUT_FIELDS = new Set<string>(["ERR_DUPLICATED_NAME", "ERR_DUPLICATED_EMAIL", "ERR_INVALID_INPUT"]);

/** A form's `refused`: what the specification says when a record of the provider's cannot be saved (spec 2 §8). */
export function saysOnRefusal(text: string): (error: CallError) => boolean {
  return ({ code }) => {
    const isGeneral = GENERAL.has(code);
    if (isGeneral || ABOUT_FIELDS.has(code)) toast.error(text);
    return isGeneral;
  };
}

/** The same when one cannot be deleted; where more is known, that is said. */
export function showRemovalRefused(error: unknown): void {
  if (error instanceof CallError && GENERAL.has(error.code)) toast.error(t`Não foi possível realizar a operação`);
  else showError(error);
}
