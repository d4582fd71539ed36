import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { access } from "../../src/contract/access.ts";
import type { MailLanguage } from "../../src/contract/mail.ts";
import { call } from "../call.ts";
import { meAtom, noteLanguage } from "../session.ts";

/** Tells the server in which language the person uses the product: e-mails and receipts are written in it. */
export function useKeptLanguage(): void {
  const me = useAtomValue(meAtom);
  const { i18n } = useLingui();
  const language = i18n.locale as MailLanguage;
  const isOther = me !== null && !me.actedBy && me.language !== language;
  useEffect(() => {
    if (!isOther) return;
    call(access.language, { language }).then(
      () => noteLanguage(language),
      () => {/* It is said again at the next start. */},
    );
  }, [isOther, language]);
}
