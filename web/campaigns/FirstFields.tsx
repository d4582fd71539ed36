import { Trans, useLingui } from "@lingui/react/macro";
import { TRAITS } from "../../src/contract/channels.ts";
import { useList } from "../list/pagedList.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { DateField } from "../ui/DateField.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import type { CampaignFormState } from "./useCampaignForm.ts";
import { connectionChoices, listChoices } from "./campaigns.ts";
import css from "./CampaignDialog.module.css";

export interface PartProps {
  form: CampaignFormState;
  isLocked: boolean;
}

/** Name, confirmation, list, connections, time. */
export function FirstFields({ form, isLocked }: PartProps) {
  const { t } = useLingui();
  const lists = useList(listChoices, {}).rows;
  const numberOr = (text: string) => text ? Number(text) : null;
  return (
    <div className={css.first}>
      <div className={css.wideField}>
        <TextField label={t`Nome`} autoComplete="off" {...form.text("name")} readOnly={isLocked} />
      </div>
      <Select
        label={t`Confirmação`}
        options={[{ value: "false", label: t`Desabilitada` }, { value: "true", label: t`Habilitada` }]}
        {...form.text("confirmation")}
        disabled={isLocked}
      />
      <Select
        label={t`Lista de contatos`}
        options={[
          { value: "", label: t`Nenhuma` },
          ...lists.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.text("contactListId")}
        onText={(text) => form.change("contactListId", numberOr(text))}
        disabled={isLocked}
      />
      <Connections form={form} isLocked={isLocked} />
      <DateField
        label={t`Agendamento`}
        withTime
        {...form.text("scheduledAt")}
        onText={(text) => form.change("scheduledAt", text || null)}
        readOnly={isLocked}
      />
    </div>
  );
}

/** The one that sends, and the others that share it with that one. */
function Connections({ form, isLocked }: PartProps) {
  const { t } = useLingui();
  // Lists have numbers, which no other channel knows.
  const all = useList(connectionChoices, {}).rows, connections = all.filter(({ kind }) => TRAITS[kind].byNumber);
  const chosen = form.values.whatsappIds ?? [], [first] = chosen;
  const kindOf = (wanted: number | undefined) => connections.find(({ id }) => id === wanted)?.kind;
  const others = connections.filter(({ id, kind }) => id !== first && kind === kindOf(first));
  const set = (ids: number[]) => form.change("whatsappIds", ids);
  return (
    <div className={css.connections}>
      <Select
        label={t`Conexão`}
        name="whatsappId"
        options={[
          { value: "", label: t`Nenhuma` },
          ...connections.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={first ? String(first) : ""}
        onText={(text) => {
          const next = Number(text);
          const stays = chosen.slice(1).filter((id) => id !== next && kindOf(id) === kindOf(next));
          set(text ? [next, ...stays] : []);
        }}
        error={form.problemOn("whatsappId")}
        hint={connections.length < all.length ? t`Só conexões de WhatsApp enviam campanhas.` : undefined}
        disabled={isLocked}
      />
      {first !== undefined && others.length > 0 && (
        <div role="group" aria-label={t`Dividir com`} className={css.shared}>
          <small>
            <Trans>Dividir com</Trans>
          </small>
          {others.map(({ id, name }) => (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              disabled={isLocked}
              onChecked={(is) => set(is ? [...chosen, id] : chosen.filter((one) => one !== id))}
            >
              {name}
            </Checkbox>
          ))}
        </div>
      )}
    </div>
  );
}
