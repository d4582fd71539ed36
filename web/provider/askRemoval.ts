import { t } from "@lingui/core/macro";
import { confirm } from "../ui/confirm.ts";

/** Asks before a record of the provider's is deleted (spec 2 §2, Settings). */
export function askRemoval(): Promise<boolean> {
  return confirm({
    title: t`Exclusão de Registro`,
    text: t`Deseja realmente excluir esse registro?`,
    yes: t`Excluir`,
    danger: true,
  });
}
