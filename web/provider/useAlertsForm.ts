import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { AlertForm, alerts, type AlertSettings } from "../../src/contract/alerts.ts";
import type { MailLanguage } from "../../src/contract/mail.ts";
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
    setTesting(true);
    try {
      const { mailedTo, posted } = await call(alerts.test, {
        ...checked.values,
        language: i18n.locale as MailLanguage,
      });
      if (mailedTo) toast.success(t`O e-mail de teste sai para ${mailedTo}.`);
      if (posted?.status && posted.status < 300) toast.success(t`O endereço respondeu ${posted.status}.`);
      else if (posted) {
        toast.error(posted.status ? t`O endereço respondeu ${posted.status}.` : t`O endereço não respondeu.`);
      }
      if (!mailedTo && !posted) toast.error(t`Não há para onde enviar: ligue o e-mail ou dê um endereço.`);
    } catch (error) {
      const isKnown = error instanceof CallError && (refused(error) || form.markRefused(error));
      if (!isKnown) showError(error);
    } finally {
      setTesting(false);
    }
  };
  return { form, isTesting, test };
}

export type AlertsFormOf = ReturnType<typeof useAlertsForm>["form"];
