import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Label, RadioGroup } from "react-aria-components";
import { Link, useLocation } from "wouter";
import { companies, type ProofAsked, SignUpForm, TRIAL_DAYS } from "../../src/contract/companies.ts";
import type { MailLanguage } from "../../src/contract/mail.ts";
import { type PlanOffer, plans } from "../../src/contract/plans.ts";
import { LEAST } from "../../src/shared/passwords.ts";
import { moneyText } from "../../src/shared/money.ts";
import { LoginFrame } from "../access/LoginFrame.tsx";
import { useBrand } from "../brand.ts";
import { call, CallError, type Input } from "../call.ts";
import { PASSWORD_FAULTS } from "../security/faults.ts";
import { RuledFields } from "../security/PasswordFields.tsx";
import { Button } from "../ui/Button.tsx";
import { Empty, Failed } from "../ui/Empty.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { usePageTitle } from "../ui/pageTitle.ts";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { prove } from "./proof.ts";
import login from "../access/LoginPage.module.css";
import { RadioCard } from "../ui/RadioCard.tsx";
import css from "./SignUpPage.module.css";

/** A stranger makes a company of their own, on trial (spec 2 §2, Signup). */
export default function SignUpPage() {
  const { t } = useLingui();
  const [offers, setOffers] = useState<readonly PlanOffer[]>();
  const [isOpen, setOpen] = useState(true);
  const [failure, setFailure] = useState<unknown>();
  usePageTitle(t`Cadastro`);
  const ask = () => {
    setFailure(undefined);
    Promise.all([call(companies.mayStrangers), call(plans.list)]).then(([{ isOpen }, offers]) => {
      setOpen(isOpen && offers.length > 0);
      setOffers(offers);
    }, setFailure);
  };
  useEffect(ask, []);
  return (
    <LoginFrame>
      {failure
        ? <Failed heading="h1" title={t`A página não veio`} error={failure} onRetry={ask} />
        : !isOpen
        ? <Closed />
        : offers
        ? <Fields offers={offers} />
        : (
          <div className={login.form}>
            <Skeleton width="100%" height={320} />
          </div>
        )}
    </LoginFrame>
  );
}

function Closed() {
  const { t } = useLingui();
  const [, go] = useLocation();
  return (
    <Empty
      heading="h1"
      title={t`O cadastro está fechado`}
      text={t`Fale com o fornecedor para abrir uma conta.`}
      action={
        <Button variant="secondary" onClick={() => go("/login")}>
          <Trans>Voltar ao login</Trans>
        </Button>
      }
    />
  );
}

function Fields({ offers }: { offers: readonly PlanOffer[] }) {
  const { t, i18n } = useLingui();
  const [, go] = useLocation();
  const { hasMail } = useBrand();
  const [isDone, setDone] = useState(false);
  const form = useForm(SignUpForm, {
    start: { name: "", email: "", password: "", planId: offers.length === 1 ? String(offers[0]!.id) : "", website: "" },
    words: { ...PASSWORD_FAULTS, too_short: msg`Muito curto`, taken: msg`Já está em uso` },
    submit: async (typed) => {
      await signUp({ ...typed, language: i18n.locale as MailLanguage });
      const text = t`Cadastro realizado com sucesso!`;
      toast.success(hasMail ? `${text} ${t`Veja o e-mail que enviamos.`}` : text);
      setDone(true);
    },
  });
  useUnsaved(form.isChanged && !isDone, undefined, { isBusy: form.busy });
  // Once nothing is held any more.
  useEffect(() => void (isDone && go("/login")), [isDone]);
  const typed = form.values;
  // What costs nothing needs no trial.
  const chosen = offers.filter(({ id }) => String(id) === typed.planId);
  const isFree = (chosen.length > 0 ? chosen : offers).every(({ value }) => value === 0);
  return (
    <form {...form.props} className={`${login.form} ${css.form}`}>
      <h1>
        <Trans>Cadastre a sua empresa</Trans>
      </h1>
      <p>
        {isFree
          ? <Trans>Sem custo e sem cartão.</Trans>
          : <Trans>{TRIAL_DAYS} dias grátis, sem cartão. Depois, só continua se quiser.</Trans>}
      </p>
      <TextField label={t`Nome da empresa`} size="large" autoComplete="organization" autoFocus {...form.text("name")} />
      <TextField label={t`E-mail`} type="email" size="large" autoComplete="username" {...form.text("email")} />
      <RuledFields
        isNew
        size="large"
        rule={{ least: LEAST, kinds: "any" }}
        words={[typed.name ?? "", typed.email ?? ""]}
        field={form.text("password")}
      />
      {/* Nobody sees it; whoever fills it in is a program. */}
      <input
        className={css.unseen}
        type="text"
        name="website"
        tabIndex={-1}
        autoComplete="off"
        aria-hidden
        value={typed.website ?? ""}
        onChange={({ target }) => form.change("website", target.value)}
      />
      <Offers
        offers={offers}
        value={String(typed.planId ?? "")}
        onValue={(planId) => form.change("planId", planId)}
        error={form.problemOn("planId")}
        isDisabled={form.busy}
      />
      <Button type="submit" variant="primary" size="large" busy={form.busy}>
        <Trans>Cadastrar</Trans>
      </Button>
      <p className={css.print}>
        <Trans>
          Já tem cadastro? <Link href="/login">Entre</Link>
        </Trans>
      </p>
    </form>
  );
}

/** Once more with the work that the server asks for, where it does. */
async function signUp(typed: Input<typeof companies.signUp>): Promise<void> {
  try {
    await call(companies.signUp, typed);
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== "ERR_PROOF_REQUIRED") throw error;
    const proof = await prove(error.detail as ProofAsked);
    if (!proof) throw error;
    await call(companies.signUp, { ...typed, proof });
  }
}

interface OffersProps {
  offers: readonly PlanOffer[];
  value: string;
  onValue: (id: string) => void;
  error?: string;
  isDisabled: boolean;
}

function Offers({ offers, value, onValue, error, isDisabled }: OffersProps) {
  return (
    <RadioGroup
      className={css.offers}
      value={value || null}
      onChange={onValue}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
    >
      <Label className={css.label}>
        <Trans>Plano</Trans>
      </Label>
      {offers.map((offer) => <Offer key={offer.id} offer={offer} />)}
      {error && <p className={css.error} role="alert">{error}</p>}
    </RadioGroup>
  );
}

function Offer({ offer: { id, name, users, connections, queues, value } }: { offer: PlanOffer }) {
  const { t } = useLingui();
  const parts = [
    users === null ? t`atendentes sem limite` : plural(users, { one: "# atendente", other: "# atendentes" }),
    connections === null
      ? t`conexões de WhatsApp sem limite`
      : plural(connections, { one: "# conexão de WhatsApp", other: "# conexões de WhatsApp" }),
    queues === null ? t`filas sem limite` : plural(queues, { one: "# fila", other: "# filas" }),
  ];
  return (
    <RadioCard
      value={String(id)}
      name={name}
      about={parts.join(", ")}
      end={
        <>
          <b>{moneyText(value)}</b>
          <small>
            <Trans>por mês</Trans>
          </small>
        </>
      }
    />
  );
}
