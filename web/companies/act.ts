import { t } from "@lingui/core/macro";
import { acting } from "../../src/contract/acting.ts";
import { call } from "../call.ts";
import { goOnAs } from "../log_out.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";

/**
 * Leads into a company as its first administrator, once the super user has agreed that it reads every step. Says whether the
 * page is about to be another.
 */
export async function actIn({ id, name }: { id: number; name: string }): Promise<boolean> {
  const isSure = await confirm({
    title: t`Entrar como administrador de ${name}?`,
    text:
      t`Você age na empresa como o primeiro administrador dela. Cada passo fica no registro de atividades, que os administradores da empresa podem ler.`,
    yes: t`Entrar`,
  });
  if (!isSure) return false;
  try {
    return await goOnAs(() => call(acting.begin, { id }), "/tickets");
  } catch (error) {
    showError(error);
    return false;
  }
}
