import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { type CampaignVariable, MOST_VARIABLES } from "../../src/contract/campaign_settings.ts";
import { OWN_VARIABLES, variableKey } from "../../src/shared/campaigns/texts.ts";
import { Button } from "../ui/Button.tsx";
import { confirm } from "../ui/confirm.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { shortcutOf } from "./settings.ts";
import table from "../dashboard/Table.module.css";
import css from "./SettingsPage.module.css";

interface VariablesProps {
  variables: readonly CampaignVariable[];
  onVariables: (variables: CampaignVariable[]) => void;
  isBusy: boolean;
}

/** What texts may name besides the contact's own; saved with the rest. */
export function Variables({ variables, onVariables, isBusy }: VariablesProps) {
  const { t } = useLingui();
  const [key, setKey] = useState(""), [value, setValue] = useState("");
  const shortcut = shortcutOf(key);
  const add = () => {
    if (!shortcut || !value.trim()) return toast.warning(t`Preencha o atalho e o conteúdo.`);
    const word = `{${shortcut}}`, isOwn = OWN_VARIABLES.some((own) => own === variableKey(shortcut));
    if (isOwn) return toast.warning(t`${word} já é do próprio contato. Escolha outro atalho.`);
    const taken = variables.map(({ key }) => variableKey(key));
    if (taken.includes(variableKey(shortcut))) return toast.warning(t`Já existe uma variável com este atalho.`);
    if (variables.length >= MOST_VARIABLES) return toast.warning(t`Não cabem mais variáveis.`);
    onVariables([...variables, { key: shortcut, value: value.trim() }]);
    setKey("");
    setValue("");
  };
  // Enter adds the variable; the form is saved by its own button.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  };
  const remove = async (gone: CampaignVariable) => {
    const word = `{${gone.key}}`;
    const sure = await confirm({
      title: t`Excluir a variável ${word}?`,
      text: t`Textos que a usam a enviam como está escrita.`,
      yes: t`Excluir`,
      danger: true,
    });
    if (sure) onVariables(variables.filter(({ key }) => key !== gone.key));
  };
  return (
    <section>
      <h2>
        <Trans>Variáveis</Trans>
      </h2>
      <div className={css.add} onKeyDown={onKeyDown}>
        <TextField label={t`Atalho`} value={key} onText={setKey} maxLength={40} autoComplete="off" readOnly={isBusy} />
        <TextField
          label={t`Conteúdo`}
          value={value}
          onText={setValue}
          maxLength={1000}
          autoComplete="off"
          readOnly={isBusy}
        />
        <Button variant="secondary" icon={Plus} onClick={add} disabled={isBusy}>
          <Trans>Adicionar variável</Trans>
        </Button>
      </div>
      {variables.length > 0 && (
        <table className={table.table} aria-label={t`Variáveis`}>
          <thead>
            <tr>
              <th scope="col">{t`Atalho`}</th>
              <th scope="col">{t`Conteúdo`}</th>
              <th scope="col">
                <span className="visually-hidden">{t`Ações`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {variables.map((one) => ({ one, word: `{${one.key}}` })).map(({ one, word }) => (
              <tr key={one.key}>
                <th scope="row">{word}</th>
                <td className={css.content}>{one.value}</td>
                <td className={css.end}>
                  <IconButton
                    label={t`Excluir ${word}`}
                    icon={Trash2}
                    disabled={isBusy}
                    onClick={() => void remove(one)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
