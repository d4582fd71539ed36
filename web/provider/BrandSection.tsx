import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { type Brand, brand as calls, BrandForm as Fields } from "../../src/contract/brand.ts";
import { LONGEST_BRAND, PROVIDER_SETS } from "../../src/contract/provider_settings.ts";
import { call } from "../call.ts";
import { showBrand } from "../brand.ts";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { ColorField } from "../ui/ColorField.tsx";
import { Failed } from "../ui/Empty.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";
import { BrandPictures } from "./BrandPictures.tsx";
import { BrandPreview } from "./BrandPreview.tsx";
import { useHeldForm, useProviderRecord } from "./useProviderRecord.ts";
import css from "./ProviderTab.module.css";

const KEYS = [...PROVIDER_SETS.brand, ...PROVIDER_SETS.brandPictures];

/** How the product is named and drawn for the provider's customers. */
export function BrandSection() {
  const { t } = useLingui();
  const titleId = useId();
  const { record, error, round, retry, show, hold } = useProviderRecord(() => call(calls.show), KEYS);
  return (
    <section className={css.section} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Trans>Marca</Trans>
      </h2>
      <p>
        <Trans>Como as empresas veem o sistema: na entrada, no menu, nos e-mails e na aba do navegador.</Trans>
      </p>
      {record
        ? (
          <>
            <BrandForm key={round} brand={record} onSaved={show} hold={hold} />
            <BrandPictures />
          </>
        )
        : error
        ? <Failed title={t`A marca não veio`} error={error} onRetry={retry} />
        : <Skeleton width="100%" height={320} />}
    </section>
  );
}

interface BrandFormProps {
  brand: Brand;
  onSaved: (brand: Brand) => void;
  hold: (isChanged: boolean) => void;
}

/** At hand; any other may be chosen. */
const PRESETS = [
  { color: "#2563eb", name: msg`Azul` },
  { color: "#0f766e", name: msg`Verde-azulado` },
  { color: "#15803d", name: msg`Verde` },
  { color: "#b45309", name: msg`Âmbar` },
  { color: "#c2410c", name: msg`Laranja` },
  { color: "#be123c", name: msg`Vermelho` },
  { color: "#a21caf", name: msg`Magenta` },
  { color: "#6d28d9", name: msg`Violeta` },
];

function BrandForm({ brand, onSaved, hold }: BrandFormProps) {
  const { t, i18n } = useLingui();
  const form = useForm(Fields, {
    start: startOf(brand),
    record: brand,
    startOf,
    words: { invalid: msg`Use um endereço que comece com https://` },
    submit: async (typed, was) => {
      const saved = await call(calls.change, { ...typed, was });
      await showBrand(saved);
      toast.success(t`Operação realizada com sucesso!`);
      onSaved(saved);
    },
  });
  useHeldForm(form, hold);
  const link = { type: "url", inputMode: "url", autoComplete: "off", placeholder: "https://", maxLength: 500 } as const;
  const { name = "", color = "" } = form.values;
  return (
    <form {...form.props} className={css.form} aria-label={t`Marca`}>
      <ChangedMeanwhile form={form} />
      <TextField
        label={t`Nome do sistema`}
        autoComplete="off"
        maxLength={LONGEST_BRAND}
        {...form.text("name")}
      />
      <ColorField
        label={t`Cor`}
        presets={PRESETS.map((preset) => ({ color: preset.color, name: i18n._(preset.name) }))}
        value={color || PRESETS[0]!.color}
        error={form.problemOn("color")}
        disabled={form.busy}
        onColor={(chosen) => form.change("color", chosen === PRESETS[0]!.color ? "" : chosen)}
      />
      <BrandPreview name={name} color={color || PRESETS[0]!.color} isOurs={color === ""} />
      <TextField label={t`Link de ajuda`} {...link} {...form.text("helpLink")} />
      <div className={css.half}>
        <TextField label={t`Termos de uso`} {...link} {...form.text("termsUrl")} />
      </div>
      <div className={css.half}>
        <TextField label={t`Privacidade`} {...link} {...form.text("privacyUrl")} />
      </div>
      <footer className={css.foot}>
        <Button type="submit" variant="primary" busy={form.busy}>
          <Trans>Salvar a marca</Trans>
        </Button>
      </footer>
    </form>
  );
}

function startOf({ name, color, helpLink, termsUrl, privacyUrl }: Brand) {
  return {
    name,
    color: color ?? "",
    helpLink: helpLink ?? "",
    termsUrl: termsUrl ?? "",
    privacyUrl: privacyUrl ?? "",
  };
}
