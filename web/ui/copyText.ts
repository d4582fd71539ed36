import { t } from "@lingui/core/macro";
import { toast } from "./toast.ts";

/** Copies a text and says so; without https browsers have no clipboard at all, and that is said, too. */
export async function copyText(text: string, said = t`Copiado`): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(said);
  } catch {
    toast.error(t`O navegador não deixou copiar.`);
  }
}
