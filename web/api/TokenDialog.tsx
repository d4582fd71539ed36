import { Trans, useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import { ApiTokenForm, apiTokens, REQUESTS_A_MINUTE } from "../../src/contract/api_tokens.ts";
import { type Scope, SCOPES } from "../../src/contract/scopes.ts";
import { call } from "../call.ts";
import { useList } from "../list/pagedList.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { DateField } from "../ui/DateField.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { tokenList, webhookList } from "./api.ts";
import { scopeHint, scopeText } from "./scopes.ts";
import css from "./ApiPage.module.css";

const Whole = z.string().check(z.regex(/^\s*\d{0,8}\s*$/));
const toNumber = (text: string) => text.trim() === "" ? undefined : Number(text);
const Fields = z.extend(ApiTokenForm, {
  perMinute: z.pipe(z.pipe(Whole, z.transform(toNumber)), ApiTokenForm.shape.perMinute),
  perDay: z.pipe(
    z.pipe(Whole, z.transform((text: string) => toNumber(text) ?? (null as number | null | undefined))),
    ApiTokenForm.shape.perDay,
  ),
  expiresOn: z.pipe(
    z.pipe(z.string(), z.transform((day: string) => day || (null as string | null | undefined))),
    ApiTokenForm.shape.expiresOn,
  ),
});

/** Makes a token for one system. */
export function TokenDialog({ onClose, onMade }: { onClose: () => void; onMade: (token: string) => void }) {
  const { t } = useLingui();
  const form = useForm(Fields, {
    start: {
      name: "",
      scopes: ["send"],
      perMinute: String(REQUESTS_A_MINUTE),
      perDay: "",
      expiresOn: "",
      webhookId: null,
    },
    submit: async (typed) => {
      const { token } = await call(apiTokens.add, typed);
      tokenList.refresh();
      onMade(token);
    },
  });
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  const chosen = form.values.scopes as Scope[], problem = form.problemOn("scopes");
  const { rows: bots } = useList(webhookList, {});
  return (
    <Dialog
      title={t`Novo token`}
      onClose={close}
      form={form.props}
      bodyClassName={css.fields}
      foot={
        <FormFoot onCancel={close} busy={form.busy}>
          <Trans>Criar token</Trans>
        </FormFoot>
      }
    >
      <TextField
        label={t`Nome`}
        autoComplete="off"
        autoFocus
        maxLength={50}
        hint={t`O sistema que vai usar: loja virtual, ERP, n8n.`}
        {...form.text("name")}
      />
      <fieldset className={css.choices}>
        <legend>
          <Trans>Permissões</Trans>
        </legend>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            checked={chosen.includes(scope)}
            disabled={form.busy}
            onChecked={(is) =>
              form.change("scopes", SCOPES.filter((each) => each === scope ? is : chosen.includes(each)))}
          >
            <span className={css.two}>
              {scopeText(scope)}
              <small>{scopeHint(scope)}</small>
            </span>
          </Checkbox>
        ))}
        {problem && <p role="alert" className={css.problem}>{problem}</p>}
      </fieldset>
      {bots.length > 0 && chosen.includes("send") && (
        <Select
          label={t`Robô externo`}
          hint={t`De quem é o token: então só por ele o robô responde e devolve atendimentos.`}
          placeholder={t`Nenhum`}
          value={form.values.webhookId ? String(form.values.webhookId) : ""}
          onText={(id) => form.change("webhookId", id ? Number(id) : null)}
          options={bots.map(({ id, name }) => ({ value: String(id), label: name }))}
          error={form.problemOn("webhookId")}
          disabled={form.busy}
        />
      )}
      <div className={css.pair}>
        <TextField label={t`Pedidos por minuto`} inputMode="numeric" autoComplete="off" {...form.text("perMinute")} />
        <TextField
          label={t`Mensagens por dia`}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t`sem limite`}
          {...form.text("perDay")}
        />
      </div>
      <DateField label={t`Vale até`} min={new Date().toISOString().slice(0, 10)} {...form.text("expiresOn")} />
    </Dialog>
  );
}
