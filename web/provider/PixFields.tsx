import { Trans, useLingui } from "@lingui/react/macro";
import type { Pix } from "../../src/contract/pix.ts";
import { readPixKey } from "../../src/shared/pix_key.ts";
import { staticCode } from "../../src/shared/static_code.ts";
import { QrCode } from "../ui/QrCode.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useDates } from "../ui/useDates.ts";
import type { PixFormOf } from "./usePixForm.ts";
import section from "./ProviderTab.module.css";
import css from "./PixSection.module.css";

/** What a static code needs besides the key, and the code as payers will see it. */
export function KeyFields({ form }: { form: PixFormOf }) {
  const { t } = useLingui();
  const code = codeOf(form.values);
  return (
    <>
      <div className={section.half}>
        <TextField label={t`Nome de quem recebe`} autoComplete="off" maxLength={100} {...form.text("name")} />
      </div>
      <div className={section.half}>
        <TextField label={t`Cidade`} autoComplete="off" maxLength={100} {...form.text("city")} />
      </div>
      {code && (
        <figure className={css.preview}>
          <QrCode className={css.paper} text={code} label={t`QR code da sua chave Pix`} />
          <figcaption>
            <Trans>
              Leia com o aplicativo do seu banco e confira o nome, sem pagar. Nas faturas, o código leva também o valor.
            </Trans>
          </figcaption>
        </figure>
      )}
    </>
  );
}

function codeOf({ key = "", name = "", city = "" }: PixFormOf["values"]): string | undefined {
  if (!readPixKey(key) || !name.trim() || !city.trim()) return undefined;
  try {
    return staticCode({ key, name, city });
  } catch {
    // Nothing that a code has room for is left of it; saving says so.
    return undefined;
  }
}

export function BankFields({ form, pix }: { form: PixFormOf; pix: Pix }) {
  const { t } = useLingui();
  const { date } = useDates();
  const kept = (at: string | null) =>
    at === null ? undefined : t`Definido em ${date(at)}; deixe em branco para manter.`;
  const secret = { type: "password", autoComplete: "new-password", maxLength: 200 } as const;
  return (
    <>
      <TextField
        label={t`Endereço da API`}
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
        {...form.text("address")}
      />
      <div className={section.half}>
        <TextField label={t`Client ID`} hint={kept(pix.clientIdAt)} {...secret} {...form.text("clientId")} />
      </div>
      <div className={section.half}>
        <TextField
          label={t`Client Secret`}
          hint={kept(pix.clientSecretAt)}
          {...secret}
          {...form.text("clientSecret")}
        />
      </div>
    </>
  );
}
