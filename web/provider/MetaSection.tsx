import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { meta as calls, type MetaSettings } from "../../src/contract/meta.ts";
import { PROVIDER_SETS } from "../../src/contract/provider_settings.ts";
import { call } from "../call.ts";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Failed } from "../ui/Empty.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { AppFields, InstagramFields } from "./MetaFields.tsx";
import { MetaSteps } from "./MetaSteps.tsx";
import { useHeldForm, useProviderRecord } from "./useProviderRecord.ts";
import { useMetaForm } from "./useMetaForm.ts";
import css from "./ProviderTab.module.css";

/** The addresses that Meta is told follow the site's own, which is set with the mail. */
const KEYS = [...PROVIDER_SETS.meta, "siteAddress"] as const;

/** The provider's app at Meta, through which companies link WhatsApp's API, Facebook and Instagram. */
export function MetaSection() {
  const { t } = useLingui();
  const titleId = useId();
  const { record, error, round, retry, show, hold } = useProviderRecord(() => call(calls.show), KEYS);
  return (
    <section className={css.section} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Trans>Meta (WhatsApp API, Facebook, Instagram)</Trans>
      </h2>
      <p>
        <Trans>Com um aplicativo seu na Meta, as empresas ligam os canais oficiais em Conexões.</Trans>
      </p>
      {record
        ? (
          <>
            <MetaSteps settings={record} />
            <MetaForm key={round} settings={record} onSaved={show} hold={hold} />
          </>
        )
        : error
        ? <Failed title={t`A configuração da Meta não veio`} error={error} onRetry={retry} />
        : <Skeleton width="100%" height={320} />}
    </section>
  );
}

interface MetaFormProps {
  settings: MetaSettings;
  onSaved: (settings: MetaSettings) => void;
  hold: (isChanged: boolean) => void;
}

function MetaForm({ settings, onSaved, hold }: MetaFormProps) {
  const form = useMetaForm(settings, onSaved);
  useHeldForm(form, hold);
  return (
    <form {...form.props} className={css.form} aria-label="Meta">
      <ChangedMeanwhile form={form} />
      <AppFields form={form} settings={settings} />
      <InstagramFields form={form} settings={settings} />
      <footer className={css.foot}>
        <Button type="submit" variant="primary" busy={form.busy}>
          <Trans>Salvar o aplicativo</Trans>
        </Button>
      </footer>
    </form>
  );
}
