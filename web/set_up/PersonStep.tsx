import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { FirstPerson } from "../../src/contract/set_up.ts";
import { LEAST, passwordFault } from "../../src/shared/passwords.ts";
import { PASSWORD_FAULTS } from "../security/faults.ts";
import { RuledFields } from "../security/PasswordFields.tsx";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useForm } from "../ui/useForm.ts";
import type { Typed } from "./typed.ts";
import css from "./SetUp.module.css";

const RULE = { least: LEAST, kinds: "any" } as const;

interface PersonStepProps {
  typed: Typed;
  onBack: (part: Partial<Typed>) => void;
  onDone: (part: Partial<Typed>) => void;
}

/** The first super user. */
export function PersonStep({ typed, onBack, onDone }: PersonStepProps) {
  const { t } = useLingui();
  const { personName, email, password, provider } = typed;
  const form = useForm(FirstPerson, {
    start: { name: personName, email, password },
    delay: 0,
    words: { ...PASSWORD_FAULTS, too_short: msg`Muito curto` },
    submit: async ({ name, email, password }): Promise<void> => {
      const fault = await passwordFault(password, RULE, [name, email, provider]);
      if (fault) return form.mark({ password: fault });
      onDone({ personName: name, email, password });
    },
  });
  const { values } = form;
  const back = () =>
    onBack({ personName: values.name ?? "", email: values.email ?? "", password: values.password ?? "" });
  return (
    <form {...form.props} className={css.form}>
      <h1>
        <Trans>O seu acesso</Trans>
      </h1>
      <p>
        <Trans>Com ele você cuida de todas as empresas deste servidor.</Trans>
      </p>
      <TextField label={t`Seu nome`} size="large" autoComplete="name" autoFocus {...form.text("name")} />
      <TextField label={t`E-mail`} type="email" size="large" autoComplete="username" {...form.text("email")} />
      <RuledFields
        isNew
        size="large"
        rule={RULE}
        words={[values.name ?? "", values.email ?? "", provider]}
        field={form.text("password")}
      />
      <div className={css.actions}>
        <Button variant="secondary" size="large" onClick={back}>
          <Trans>Voltar</Trans>
        </Button>
        <Button type="submit" variant="primary" size="large" busy={form.busy}>
          <Trans>Continuar</Trans>
        </Button>
      </div>
    </form>
  );
}
