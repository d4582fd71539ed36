import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import {
  AlertForm,
  type AlertPosted,
  alerts,
  type AlertSettings,
  type AlertTestFault,
} from "../../src/contract/alerts.ts";
import type { MailFault, MailLanguage } from "../../src/contract/mail.ts";
import { call } from "../call.ts";
import { CallError } from "../request.ts";
import { PAGE_ERRORS } from "../ui/page_errors/texts.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { checkForm, useForm } from "../ui/useForm.ts";

const WORDS = { inner: PAGE_ERRORS.ERR_WEBHOOK_ADDRESS };

/** What is chosen about alerts: tried, or saved. */
export function useAlertsForm(settings: AlertSettings, onSaved: (settings: AlertSettings) => void) {
  const { t, i18n } = useLingui();
  const [isTesting, setTesting] = useState(false);
  const { fault, setFault, noteFault, sayPosted } = useTestFault();
  const startOf = ({ kinds, byMail, url }: AlertSettings) => ({ kinds, byMail, url });
  const refused = ({ code }: CallError) => {
    const isInner = code === "ERR_WEBHOOK_ADDRESS";
    if (isInner) form.mark({ url: "inner" });
    return isInner;
  };
  const form = useForm(AlertForm, {
    start: startOf(settings),
    record: settings,
    startOf,
    submit: async (typed, was) => {
      const saved = await call(alerts.save, { ...typed, was });
      toast.success(t`Operação realizada com sucesso!`);
      onSaved(saved);
    },
    refused,
    words: WORDS,
  });
  const test = async () => {
    if (form.busy || isTesting) return;
    const checked = checkForm(AlertForm, form.values);
    if ("problems" in checked) return form.mark(checked.problems);
    setFault(undefined);
    setTesting(true);
    try {
      const { mailedTo: to, posted } = await call(alerts.test, {
        ...checked.values,
        language: i18n.locale as MailLanguage,
      });
      if (to) toast.success(t`O e-mail de teste saiu para ${to}.`);
      sayPosted(posted);
      if (!to && !posted) toast.error(t`Não há para onde enviar: ligue o e-mail ou dê um endereço.`);
    } catch (error) {
      const isKnown = error instanceof CallError && (noteFault(error) || refused(error) || form.markRefused(error));
      if (!isKnown) showError(error);
    } finally {
      setTesting(false);
    }
  };
  return { form, fault, isTesting, test };
}

/** What a test has ended with, by either way: an e-mail that did not leave stays said until the next one. */
function useTestFault() {
  const { t } = useLingui();
  const [fault, setFault] = useState<MailFault>();
  const sayPosted = (posted: AlertPosted | null) => {
    if (posted?.status && posted.status < 300) toast.success(t`O endereço respondeu ${posted.status}.`);
    else if (posted) {
      toast.error(posted.status ? t`O endereço respondeu ${posted.status}.` : t`O endereço não respondeu.`);
    }
  };
  const noteFault = ({ code, detail }: CallError) => {
    if (code !== "ERR_MAIL_SERVER") return false;
    const { fault, posted } = detail as AlertTestFault;
    setFault(fault);
    sayPosted(posted);
    return true;
  };
  return { fault, setFault, noteFault, sayPosted };
}

export type AlertsFormOf = ReturnType<typeof useAlertsForm>["form"];
