import { Trans, useLingui } from "@lingui/react/macro";
import type { MetaSettings } from "../../src/contract/meta.ts";
import { TextField } from "../ui/TextField.tsx";
import { useDates } from "../ui/useDates.ts";
import type { MetaFormOf } from "./useMetaForm.ts";
import section from "./ProviderTab.module.css";

interface MetaFieldsProps {
  form: MetaFormOf;
  settings: MetaSettings;
}

const PLAIN = { autoComplete: "off", spellCheck: false } as const;
const SECRET = { type: "password", autoComplete: "new-password", maxLength: 200 } as const;

export function AppFields({ form, settings }: MetaFieldsProps) {
  const { t } = useLingui();
  const kept = useKept();
  return (
    <>
      <div className={section.third}>
        <TextField
          label={t`ID do aplicativo`}
          hint={t`Vazio, as empresas não ligam canais da Meta.`}
          inputMode="numeric"
          {...PLAIN}
          {...form.text("appId")}
        />
      </div>
      <div className={section.third}>
        <TextField
          label={t`Chave secreta do aplicativo`}
          hint={kept(settings.secretAt)}
          {...SECRET}
          {...form.text("secret")}
        />
      </div>
      <div className={section.third}>
        <TextField label={t`Versão da Graph API`} hint={t`Como v25.0`} {...PLAIN} {...form.text("version")} />
      </div>
    </>
  );
}

/** What accounts need that log in with Instagram, without a page at Facebook. */
export function InstagramFields({ form, settings }: MetaFieldsProps) {
  const { t } = useLingui();
  const kept = useKept();
  return (
    <>
      <p className={section.counts}>
        <Trans>
          Opcional: só para contas do Instagram sem página do Facebook, ligadas por id e token. A Meta dá a elas outro
          id e outra chave, em “Instagram › Configuração da API com login do Instagram”.
        </Trans>
      </p>
      <div className={section.half}>
        <TextField
          label={t`ID do aplicativo do Instagram`}
          inputMode="numeric"
          {...PLAIN}
          {...form.text("instagramAppId")}
        />
      </div>
      <div className={section.half}>
        <TextField
          label={t`Chave secreta do Instagram`}
          hint={kept(settings.instagramSecretAt)}
          {...SECRET}
          {...form.text("instagramSecret")}
        />
      </div>
    </>
  );
}

/** When a secret was set, for nobody is shown it again. */
function useKept(): (at: string | null) => string | undefined {
  const { t } = useLingui();
  const { date } = useDates();
  return (at) => at === null ? undefined : t`Definido em ${date(at)}; deixe em branco para manter.`;
}
