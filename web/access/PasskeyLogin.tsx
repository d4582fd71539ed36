import { useLingui } from "@lingui/react/macro";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { security } from "../../src/contract/security.ts";
import { call, CallError } from "../call.ts";
import { mayUsePasskeys, unlessCancelled } from "../security/webAuthn.ts";
import { begin } from "../log_in.ts";
import { CLOSED } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { showError } from "../ui/showError.ts";

/** Instead of e-mail, password and code: a finger, a face or the device's PIN. */
export function PasskeyLogin({ onClosed }: { onClosed: (error: CallError) => void }) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  if (!mayUsePasskeys()) return null;
  const enter = () => {
    setBusy(true);
    logInByPasskey().catch((error) =>
      error instanceof CallError && CLOSED.includes(error.code) ? onClosed(error) : showError(error)
    ).finally(() => setBusy(false));
  };
  return <Button icon={Fingerprint} size="large" busy={isBusy} onClick={enter}>{t`Entrar com chave de acesso`}</Button>;
}

/** Does nothing when the person thinks better of it. */
async function logInByPasskey(): Promise<void> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const { options, ticket } = await call(security.askPasskey);
  const response = await startAuthentication({ optionsJSON: options as never }).catch(unlessCancelled);
  if (response) begin(await call(security.passkeyLogin, { ticket, response: { ...response } }));
}
