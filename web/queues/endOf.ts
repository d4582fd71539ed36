import { t } from "@lingui/core/macro";
import type { Branch } from "./branches.ts";

/** Where a customer comes by an option that has none below it; `isMissing` when nobody has said to whom. */
export function endOf({ option: { action }, target, below }: Branch): { text: string; isMissing?: true } | undefined {
  if (below.length > 0) return undefined;
  if (action === "bill") return { text: t`Segunda via` };
  if (action === "close") return { text: t`Encerra` };
  if (action === "queue") return target ? { text: t`Fila ${target}` } : { text: t`Sem fila`, isMissing: true };
  if (action === "user") return target ? { text: target } : { text: t`Sem atendente`, isMissing: true };
  if (action === "bot") return target ? { text: t`Robô ${target}` } : { text: t`Sem robô`, isMissing: true };
  return { text: t`Atendente` };
}
