import { t } from "@lingui/core/macro";
import { type Passkey, security } from "../../src/contract/security.ts";
import { call } from "../call.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { readSecurity } from "./security.ts";
import { unlessCancelled } from "./webAuthn.ts";

/** Lets the device make a key for the person who is logged in. */
export async function makePasskey(currentPassword: string): Promise<void> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const { options, ticket } = await call(security.beginPasskey, { currentPassword });
  const response = await startRegistration({ optionsJSON: options as never }).catch(unlessCancelled);
  if (!response) return;
  await call(security.addPasskey, { ticket, response: { ...response } });
  toast.success(t`Chave de acesso adicionada.`);
  await readSecurity();
}

export async function dropPasskey({ key }: Passkey, name: string): Promise<void> {
  const sure = await confirm({
    title: t`Remover a chave de acesso ${name}?`,
    text: t`Ela não deixa mais entrar. Apague-a também no aparelho.`,
    yes: t`Remover`,
    danger: true,
  });
  if (!sure) return;
  await call(security.removePasskey, { key }).catch(showError);
  await readSecurity();
}
