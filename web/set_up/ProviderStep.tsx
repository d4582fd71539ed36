import { Trans, useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import { SetUpForm } from "../../src/contract/set_up.ts";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useForm } from "../ui/useForm.ts";
import type { Typed } from "./typed.ts";
import css from "./SetUp.module.css";

const Fields = z.pick(SetUpForm, { provider: true });

export function ProviderStep({ typed, onDone }: { typed: Typed; onDone: (part: Partial<Typed>) => void }) {
  const { t } = useLingui();
  const form = useForm(Fields, {
    start: { provider: typed.provider },
    delay: 0,
    submit: async (values) => onDone(values),
  });
  return (
    <form {...form.props} className={css.form}>
      <h1>
        <Trans>Quem hospeda o sistema?</Trans>
      </h1>
      <p>
        <Trans>O nome do seu negócio. Ele fica nas faturas e na sua própria empresa dentro do sistema.</Trans>
      </p>
      <TextField
        label={t`Nome do provedor`}
        size="large"
        autoComplete="organization"
        autoFocus
        {...form.text("provider")}
      />
      <div className={css.actions}>
        <Button type="submit" variant="primary" size="large">
          <Trans>Continuar</Trans>
        </Button>
      </div>
    </form>
  );
}
