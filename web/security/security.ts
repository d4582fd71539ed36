import { t } from "@lingui/core/macro";
import { atom, getDefaultStore } from "jotai";
import { type LoginSession, type Security, security } from "../../src/contract/security.ts";
import { call } from "../call.ts";
import { reloadMe } from "../session.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

/** What guards the person's own login, once it has come; or why it did not. */
export const securityAtom = atom<{ security?: Security; error?: unknown }>({});

const store = getDefaultStore();

/** Reads it anew; what was read before stays on the screen meanwhile. */
export async function readSecurity(): Promise<void> {
  try {
    store.set(securityAtom, { security: await call(security.show) });
  } catch (error) {
    store.set(securityAtom, (now) => ({ ...now, error }));
  }
}

/** Another person's is nobody's business. */
export function forgetSecurity(): void {
  store.set(securityAtom, {});
}

export async function endSession({ uuid }: LoginSession): Promise<void> {
  await tryTo(() => call(security.endSession, { uuid }));
}

export async function endOtherSessions(): Promise<void> {
  const sure = await confirm({
    title: t`Encerrar os outros acessos?`,
    text: t`Em todos os outros aparelhos será preciso entrar de novo.`,
    yes: t({ message: "Encerrar", context: "login" }),
    danger: true,
  });
  if (sure) await tryTo(() => call(security.endOthers));
}

async function tryTo(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
    toast.success(t`Acesso encerrado.`);
  } catch (error) {
    showError(error);
  }
  await readSecurity();
}

/** From now on without a code. */
export async function endSecondFactor(currentPassword: string): Promise<void> {
  await call(security.end, { currentPassword });
  toast.success(t`Verificação em duas etapas desativada.`);
  await Promise.all([reloadMe(), readSecurity()]);
}
