import { useLingui } from "@lingui/react/macro";
import type { useForm } from "../ui/useForm.ts";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { type BillingForm, COUNTRIES, COUNTRY_TEXTS } from "./billing.ts";
import css from "./Wizard.module.css";

/** Who pays, and where they are (spec 2 §2 and §5, Payment checkout). */
export function BillingFields({ form }: { form: ReturnType<typeof useForm<typeof BillingForm>> }) {
  const { t, i18n } = useLingui();
  const missing = {
    firstName: t`O nome completo é obrigatório`,
    address2: t`O Endereço é obrigatório`,
    city: t`Cidade é obrigatória`,
    zipcode: t`CEP é obrigatório`,
    country: t`País é obrigatório`,
  };
  const field = (name: keyof typeof missing) => {
    const isEmpty = String(form.values[name] ?? "").trim() === "", error = form.problemOn(name);
    const wrong = name === "zipcode" ? t`Formato de CEP inválido` : error;
    return { ...form.text(name), error: error && (isEmpty ? missing[name] : wrong) };
  };
  return (
    <div className={css.fields}>
      <div className={css.wide}>
        <TextField label={t`Nome completo`} autoComplete="name" maxLength={120} {...field("firstName")} />
      </div>
      <Select
        label={t`País`}
        options={COUNTRIES.map((country) => ({ value: country, label: i18n._(COUNTRY_TEXTS[country]) }))}
        {...field("country")}
      />
      <TextField label={t`CEP`} autoComplete="postal-code" maxLength={20} {...field("zipcode")} />
      <div className={css.wide}>
        <TextField label={t`Endereço`} autoComplete="street-address" maxLength={200} {...field("address2")} />
      </div>
      <TextField label={t`Estado`} autoComplete="address-level1" maxLength={60} {...form.text("state")} />
      <TextField label={t`Cidade`} autoComplete="address-level2" maxLength={100} {...field("city")} />
    </div>
  );
}
