import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { type Pix, pix as calls } from "../../src/contract/pix.ts";
import { PIX_GATEWAYS, type PixGateway } from "../../src/contract/pix_gateways.ts";
import { PROVIDER_SETS } from "../../src/contract/provider_settings.ts";
import { call } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Failed } from "../ui/Empty.tsx";
import { Select } from "../ui/Select.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextField } from "../ui/TextField.tsx";
import { BankTest } from "./BankTest.tsx";
import { Certificate } from "./Certificate.tsx";
import { BankFields, KeyFields } from "./PixFields.tsx";
import { useHeldForm, useProviderRecord } from "./useProviderRecord.ts";
import { usePixForm } from "./usePixForm.ts";
import section from "./ProviderTab.module.css";

const KEYS = [...PROVIDER_SETS.pix, ...PROVIDER_SETS.certificate];

/** How companies pay the provider. */
export function PixSection() {
  const { t } = useLingui();
  const titleId = useId();
  const { record, error, round, retry, show, hold } = useProviderRecord(() => call(calls.show), KEYS);
  const [isChanged, setChanged] = useState(false);
  const noteChanged = (is: boolean) => {
    hold(is);
    setChanged(is);
  };
  return (
    <section className={section.section} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Trans>Pix</Trans>
      </h2>
      <p>
        <Trans>Como as empresas pagam as faturas.</Trans>
      </p>
      {record
        ? (
          <>
            <PixForm key={round} pix={record} onSaved={show} hold={noteChanged} />
            {record.gateway === "efi" && <BankTest pix={record} isChanged={isChanged} />}
          </>
        )
        : error
        ? <Failed title={t`A configuração do Pix não veio`} error={error} onRetry={retry} />
        : <Skeleton width="100%" height={240} />}
    </section>
  );
}

interface PixFormProps {
  pix: Pix;
  onSaved: (pix: Pix) => void;
  hold: (isChanged: boolean) => void;
}

const GATEWAYS: Record<PixGateway, MessageDescriptor> = {
  "": msg`Sem Pix`,
  key: msg`Só uma chave Pix: você confirma cada pagamento à mão`,
  efi: msg`Banco com a API Pix (Efí): o pagamento se confirma sozinho`,
};

function PixForm({ pix, onSaved, hold }: PixFormProps) {
  const { t, i18n } = useLingui();
  const { form, isUncertified, setUncertified } = usePixForm(pix, onSaved);
  useHeldForm(form, hold);
  const gateway = form.values.gateway ?? "";
  const certified = (saved: Pix) => {
    setUncertified(false);
    if (!form.isChanged) onSaved(saved);
  };
  return (
    <form {...form.props} className={section.form} aria-label={t`Pix`}>
      <ChangedMeanwhile form={form} />
      <Select
        label={t`Como recebe`}
        options={PIX_GATEWAYS.map((value) => ({ value, label: i18n._(GATEWAYS[value]) }))}
        {...form.text("gateway")}
        disabled={form.busy}
      />
      {gateway !== "" && (
        <TextField
          label={t`Chave Pix`}
          autoComplete="off"
          spellCheck={false}
          hint={t`CPF, CNPJ, e-mail, celular com +55 ou chave aleatória.`}
          {...form.text("key")}
        />
      )}
      {gateway === "key" && <KeyFields form={form} />}
      {gateway === "efi" && (
        <>
          <BankFields form={form} pix={pix} />
          <Certificate certificate={pix.certificate} isMissing={isUncertified} onSaved={certified} />
        </>
      )}
      <footer className={section.foot}>
        <Button type="submit" variant="primary" busy={form.busy}>
          <Trans>Salvar o Pix</Trans>
        </Button>
      </footer>
    </form>
  );
}
