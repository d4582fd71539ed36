import { t } from "@lingui/core/macro";
import { type Passkey, security } from "../../src/contract/security.ts";
import { call } from "../call.ts";
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

/** It lets nobody in from now on; the device has to forget it by itself. */
export async function dropPasskey({ key }: Passkey, currentPassword: string): Promise<void> {
  await call(security.removePasskey, { key, currentPassword });
  await readSecurity();
}
