import { t } from "@lingui/core/macro";
import { confirm } from "../ui/confirm.ts";

/** Asks before a record of the provider's is deleted (spec 2 §2, Settings). */
export function askRemoval(more?: string): Promise<boolean> {
  const question = t`Deseja realmente excluir esse registro?`;
  return confirm({
    title: t`Exclusão de Registro`,
    text: more ? `${question} ${more}` : question,
    yes: t`Excluir`,
    danger: true,
  });
}
