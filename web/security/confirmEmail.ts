import { t } from "@lingui/core/macro";
import { i18n } from "@lingui/core";
import { atom, getDefaultStore } from "jotai";
import { mail, type MailLanguage } from "../../src/contract/mail.ts";
import { call } from "../call.ts";
import { onResync, onReturn } from "../live.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

/** The person's own e-mail address while it waits to be confirmed. */
export const emailToConfirmAtom = atom<string | null>(null);

/** Reads it now, and anew whenever the person comes back, perhaps from the link; until the returned function is called. */
export function followConfirmation(): () => void {
  const read = () => void readConfirmation();
  read();
  const leave = [onResync(read), onReturn(read)];
  return () => {
    for (const one of leave) one();
  };
}

async function readConfirmation(): Promise<void> {
  // Without an answer nobody is asked; the next return asks again.
  const answer = await call(mail.toConfirm).catch(() => undefined);
  if (answer) getDefaultStore().set(emailToConfirmAtom, answer.email);
}

/** Has the link sent again. */
export async function confirmAgain(): Promise<void> {
  try {
    const { email } = await call(mail.confirmAgain, { language: i18n.locale as MailLanguage });
    toast.success(t`O link foi enviado para ${email}.`);
  } catch (error) {
    showError(error);
  }
}
