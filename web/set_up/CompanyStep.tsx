import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Label, RadioGroup } from "react-aria-components";
import * as z from "zod/mini";
import { FirstCompany } from "../../src/contract/set_up.ts";
import { ZonePicker } from "../settings/ZonePicker.tsx";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useForm } from "../ui/useForm.ts";
import type { Typed } from "./typed.ts";
import { RadioCard } from "../ui/RadioCard.tsx";
import css from "./SetUp.module.css";

const { name, admin } = FirstCompany.shape;
const Customers = z.object({ companyName: name, adminName: admin.shape.name, adminEmail: admin.shape.email });
/** Nothing is asked of one's own: it has the provider's name. */
const Own = z.object({ companyName: z.string(), adminName: z.string(), adminEmail: z.string() });

interface CompanyStepProps {
  typed: Typed;
  onBack: (part: Partial<Typed>) => void;
  onDone: (part: Partial<Typed>) => Promise<void>;
}

/** The first company that answers customers: the provider's own, or a customer's with an administrator of its own. */
export function CompanyStep({ typed, onBack, onDone }: CompanyStepProps) {
  const { t } = useLingui();
  const [whose, setWhose] = useState(typed.whose), [timeZone, setTimeZone] = useState(typed.timeZone);
  const { companyName, adminName, adminEmail } = typed;
  const form = useForm((whose === "own" ? Own : Customers) as typeof Customers, {
    start: { companyName, adminName, adminEmail },
    submit: async (values): Promise<void> => {
      const problems = whose === "own" ? {} : sharedWith(typed, values);
      if (Object.keys(problems).length > 0) return form.mark(problems);
      await onDone({ ...values, whose, timeZone });
    },
  });
  return (
    <form {...form.props} className={css.form}>
      <h1>
        <Trans>Primeira empresa</Trans>
      </h1>
      <p>
        <Trans>A que vai atender clientes por aqui. Outras podem vir depois.</Trans>
      </p>
      <Whose provider={typed.provider} value={whose} onValue={setWhose} isDisabled={form.busy} />
      {whose === "customers" && (
        <>
          <TextField label={t`Nome da empresa`} size="large" autoComplete="off" {...form.text("companyName")} />
          <div className={css.pair}>
            <TextField label={t`Quem a administra`} size="large" autoComplete="off" {...form.text("adminName")} />
            <TextField
              label={t`E-mail`}
              type="email"
              size="large"
              autoComplete="off"
              {...form.text("adminEmail")}
            />
          </div>
        </>
      )}
      <ZonePicker
        zone={timeZone}
        onZone={setTimeZone}
        hint={<Trans>Horários, textos e relatórios seguem este relógio.</Trans>}
      />
      <div className={css.actions}>
        <Button
          variant="secondary"
          size="large"
          busy={form.busy}
          onClick={() => onBack({ ...form.values, whose, timeZone })}
        >
          <Trans>Voltar</Trans>
        </Button>
        <Button type="submit" variant="primary" size="large" busy={form.busy}>
          <Trans>Concluir</Trans>
        </Button>
      </div>
    </form>
  );
}

interface WhoseProps {
  provider: string;
  value: Typed["whose"];
  onValue: (value: Typed["whose"]) => void;
  isDisabled: boolean;
}

function Whose({ provider, value, onValue, isDisabled }: WhoseProps) {
  return (
    <RadioGroup
      className={css.choices}
      value={value}
      onChange={(chosen) => onValue(chosen === "own" ? "own" : "customers")}
      isDisabled={isDisabled}
    >
      <Label className={css.label}>
        <Trans>De quem é a primeira empresa?</Trans>
      </Label>
      <RadioCard
        value="own"
        name={<Trans>É a minha: {provider}</Trans>}
        about={<Trans>você a administra, com o acesso que acabou de criar</Trans>}
      />
      <RadioCard
        value="customers"
        name={<Trans>É de um cliente</Trans>}
        about={<Trans>quem a administra escolhe a própria senha, por um link que você entrega</Trans>}
      />
    </RadioGroup>
  );
}

/** Two companies could not be told apart by one name, nor two people by one address. */
function sharedWith({ provider, email }: Typed, values: z.output<typeof Customers>): Record<string, string> {
  const plain = (text: string) => text.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
  return {
    ...(plain(values.companyName) === plain(provider) ? { companyName: "taken" } : {}),
    ...(values.adminEmail === email ? { adminEmail: "taken" } : {}),
  };
}
