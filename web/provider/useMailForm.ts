import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import {
  mail as calls,
  type MailFault,
  type MailLanguage,
  type MailServer,
  MailServerForm,
} from "../../src/contract/mail.ts";
import { call } from "../call.ts";
import { CallError } from "../request.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { checkForm, useForm } from "../ui/useForm.ts";

/** What is typed about the mail server: tried, saved, or forgotten. */
export function useMailForm(server: MailServer, onSaved: (server: MailServer) => void) {
  const { t, i18n } = useLingui();
  const [fault, setFault] = useState<MailFault>();
  const [isTesting, setTesting] = useState(false);
  const [untested, setUntested] = useState(false);
  const language = i18n.locale as MailLanguage;
  const noteFault = ({ code, detail }: CallError) => {
    if (code !== "ERR_MAIL_SERVER") return false;
    setFault((detail as { fault: MailFault }).fault);
    return true;
  };
  const form = useForm(MailServerForm, {
    start: startOf(server),
    record: server,
    startOf,
    delay: 0,
    submit: async (typed, was) => {
      setFault(undefined);
      const saved = await call(calls.save, { ...typed, language, untested, was });
      toast.success(t`Operação realizada com sucesso!`);
      onSaved(saved);
    },
    refused: noteFault,
  });
  const test = async () => {
    if (form.busy || isTesting) return;
    const checked = checkForm(MailServerForm, form.values);
    if ("problems" in checked) return form.mark(checked.problems);
    setFault(undefined);
    setTesting(true);
    try {
      const { to } = await call(calls.test, { ...checked.values, language });
      setUntested(false);
      toast.success(t`O e-mail de teste saiu para ${to}.`);
    } catch (error) {
      const isKnown = error instanceof CallError && (noteFault(error) || form.markRefused(error));
      if (!isKnown) showError(error);
    } finally {
      setTesting(false);
    }
  };
  const forget = async () => {
    if (form.busy || isTesting) return;
    const isSure = await confirm({
      title: t`Desligar o e-mail?`,
      text: t`O servidor e a senha são esquecidos. Links de senha voltam a ser entregues em mãos.`,
      yes: t`Desligar`,
      danger: true,
    });
    if (!isSure) return;
    await call(calls.forget, { was: server.revision }).then(onSaved, showError);
  };
  return { form, fault, isTesting, isUntested: untested, setUntested, test, forget };
}

export type MailFormOf = ReturnType<typeof useMailForm>["form"];

function startOf({ host, port, security, user, from, siteAddress }: MailServer) {
  return { host, port: String(port), security, user, password: "", from, siteAddress: siteAddress || location.origin };
}
