import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useLocation } from "wouter";
import { navigate, useLocationProperty } from "wouter/use-browser-location";
import { type BackupPlaces, backups } from "../../src/contract/backups.ts";
import type { MailLanguage } from "../../src/contract/mail.ts";
import { setUp } from "../../src/contract/set_up.ts";
import { type Answer, call, CallError } from "../call.ts";
import { makeWords } from "../backups/makeWords.ts";
import { begin } from "../log_in.ts";
import { writeToken } from "../token.ts";
import { showError } from "../ui/showError.ts";
import { noteSetUp } from "../unset.ts";
import { CompanyStep } from "./CompanyStep.tsx";
import { LinkStep } from "./LinkStep.tsx";
import { PersonStep } from "./PersonStep.tsx";
import { PlaceStep } from "./PlaceStep.tsx";
import { ProviderStep } from "./ProviderStep.tsx";
import { SetUpFrame, type Step } from "./SetUpFrame.tsx";
import { WordsStep } from "./WordsStep.tsx";
import { forgetTyped, keepTyped, type Typed, typedBefore } from "./typed.ts";

const PROVIDER = 0, PERSON = 1, COMPANY = 2, BACKUPS = 3, NUMBER = 4;

interface WizardProps {
  secret: string;
  /** ISO 8601. */
  expiresAt: string;
  /** The address is good no more. */
  onFailure: (error: CallError) => void;
}

/** Step by step from an empty server to the first number; all of it is stored at once, at the end. */
export function Wizard({ secret, expiresAt, onFailure }: WizardProps) {
  const [typed, setTyped] = useState(typedBefore);
  const [step, setStep] = useStep(typed);
  /** Where it is once all is stored: from there no way leads back. */
  const [later, setLater] = useState<typeof BACKUPS | typeof NUMBER>();
  const at = later ?? step;
  const [done, setDone] = useState<Answer<typeof setUp.begin>>();
  /** Of the key that was made with the first place. */
  const [words, setWords] = useState<string[]>();
  const { i18n } = useLingui();
  const [, go] = useLocation();
  const steps = useSteps(typed);

  const keep = (part: Partial<Typed>) => {
    const now = { ...typed, ...part };
    setTyped(now);
    keepTyped(now);
    return now;
  };
  const goOnTo = (step: number) => (part: Partial<Typed>) => {
    keep(part);
    setStep(step);
  };
  const goBackTo = (step: number) => (part: Partial<Typed>) => {
    keep(part);
    setStep(step, { replace: true });
  };
  const goOn = () => {
    setWords(undefined);
    setLater(NUMBER);
    if (!done || done.company) return;
    begin(done);
    go("/connections", { replace: true });
  };
  const noted = async () => {
    // What is not noted is asked for once more in the provider's settings.
    await call(backups.noteWords).catch(showError);
    goOn();
  };
  const placed = async (places: BackupPlaces) => {
    // The place is taken: without words for now, they come in the provider's settings.
    const told = await makeWords(places).catch(showError);
    if (told) setWords(told);
    else goOn();
  };
  const finish = async (part: Partial<Typed>) => {
    const language = i18n.locale as MailLanguage;
    try {
      const answer = await call(setUp.begin, { secret, language, ...formOf(keep(part)) });
      forgetTyped();
      noteSetUp();
      // From here on it is the super user who goes on, here or in the provider's settings.
      writeToken(answer.token);
      setDone(answer);
      setLater(BACKUPS);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (["ERR_NO_SET_UP_FOUND", "ERR_SET_UP_DONE"].includes(error.code)) return onFailure(error);
      const at = error.fields.password ? PERSON : error.fields.provider ? PROVIDER : undefined;
      if (at === undefined) throw error;
      setStep(at, { replace: true });
      showError(error);
    }
  };
  return (
    <SetUpFrame steps={steps} at={at} expiresAt={done ? undefined : expiresAt}>
      {words
        ? <WordsStep words={words} onDone={() => void noted()} />
        : at === BACKUPS
        ? <PlaceStep onAdded={placed} onLater={goOn} />
        : done?.company
        ? <LinkStep company={done.company} />
        : at === PROVIDER
        ? <ProviderStep typed={typed} onDone={goOnTo(PERSON)} />
        : at === PERSON
        ? <PersonStep typed={typed} onBack={goBackTo(PROVIDER)} onDone={goOnTo(COMPANY)} />
        : <CompanyStep typed={typed} onBack={goBackTo(PERSON)} onDone={finish} />}
    </SetUpFrame>
  );
}

/** Which of the steps before all is stored, kept with the browser's history, so that its way back leads one step back. */
function useStep({ password }: Typed): [number, (step: number, how?: { replace: true }) => void] {
  const step = useLocationProperty(() => (history.state as { setUp?: number } | null)?.setUp ?? PROVIDER);
  const go = (setUp: number, { replace = false } = {}) =>
    navigate(location.pathname + location.hash, { replace, state: { setUp } });
  // A password is kept nowhere: after the page was loaded anew it is asked for again.
  return [step > PERSON && password === "" ? PERSON : step, go];
}

function useSteps({ provider, email, whose, companyName }: Typed): Step[] {
  const { t } = useLingui();
  const company = whose === "own" ? provider : companyName;
  return [
    { title: t`Provedor`, note: provider || t`quem hospeda o sistema` },
    { title: t`Você`, note: email || t`quem cuida de tudo` },
    { title: t`Primeira empresa`, note: company || t`e quem a administra` },
    { title: t`Backups`, note: t`onde ficam e como se abrem` },
    { title: t`Ligar o número`, note: t`pelo QR code do WhatsApp` },
  ];
}

function formOf({ provider, personName, email, password, whose, companyName, adminName, adminEmail, timeZone }: Typed) {
  const company = { name: companyName, admin: { name: adminName, email: adminEmail } };
  return {
    provider,
    person: { name: personName, email, password },
    company: whose === "own" ? null : company,
    timeZone,
  };
}
