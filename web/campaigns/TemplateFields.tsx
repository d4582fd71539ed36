import { Trans, useLingui } from "@lingui/react/macro";
import { RefreshCw } from "lucide-react";
import { useRef, useState } from "react";
import type { CampaignTemplate } from "../../src/contract/campaigns.ts";
import { LONGEST_BLANK, type Template } from "../../src/contract/templates.ts";
import { OWN_VARIABLES } from "../../src/shared/campaigns/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Select } from "../ui/Select.tsx";
import { codeText } from "../ui/showError.ts";
import { TextField } from "../ui/TextField.tsx";
import { Faults } from "./Faults.tsx";
import type { PartProps } from "./FirstFields.tsx";
import { templateNamed, templateText, unfilled, type useTemplates } from "./templates.ts";
import type { Check } from "./useCheck.ts";
import { VariableButtons } from "./VariableButtons.tsx";
import css from "./TemplateFields.module.css";

interface TemplateFieldsProps extends PartProps {
  templates: ReturnType<typeof useTemplates>;
  check: Check | undefined;
}

const PLACES = ["header", "body", "buttons"] as const;
type Place = typeof PLACES[number];

/** What goes first over the Cloud API: an approved template, and what fills its blanks. */
export function TemplateFields({ form, isLocked, templates, check }: TemplateFieldsProps) {
  const { t } = useLingui();
  const chosen = form.values.template ?? undefined, template = templateNamed(templates.all, chosen);
  const isAsked = form.values.confirmation === "true", variables = check?.variables ?? [...OWN_VARIABLES];
  const last = useRef<HTMLInputElement>(null);
  const choose = (text: string) => {
    const next = templates.all?.find(({ id }) => String(id) === text);
    form.change("template", next ? unfilled(next) : null);
  };
  const insert = (variable: string) => {
    const field = last.current ?? document.querySelector<HTMLInputElement>(`.${css.blanks} input`);
    if (!field) return;
    field.focus();
    // As if it were typed, so that the field itself says what it holds.
    document.execCommand("insertText", false, `{${variable}}`);
  };
  return (
    <section className={css.box} aria-label={t`Modelo`}>
      <p className={css.hint}>
        {isAsked
          ? (
            <Trans>
              Pela API oficial, um modelo aprovado faz a pergunta. Quem responde sim recebe a mensagem abaixo.
            </Trans>
          )
          : <Trans>Pela API oficial, a primeira mensagem é um modelo aprovado pela Meta.</Trans>}
      </p>
      <div className={css.choice}>
        <Select
          label={t`Modelo`}
          name="template"
          options={[
            { value: "", label: t`Nenhum` },
            ...(templates.all ?? []).map(({ id, name, language }) => ({
              value: String(id),
              label: `${name} (${language})`,
            })),
          ]}
          value={template ? String(template.id) : ""}
          onText={choose}
          error={form.problemOn("template")}
          disabled={isLocked || !templates.all}
        />
        <Refresh templates={templates} />
      </div>
      <State templates={templates} chosen={chosen} template={template} />
      {template && chosen && (
        <>
          <p className={css.says}>{templateText(template)}</p>
          <Blanks form={form} isLocked={isLocked} template={template} chosen={chosen as CampaignTemplate} last={last} />
          {PLACES.some((place) => template.blanks[place].length > 0) && (
            <VariableButtons variables={variables} isLocked={isLocked} onInsert={insert} />
          )}
          <Faults
            message={isAsked ? "" : templateText(template, chosen.filled)}
            question={isAsked ? templateText(template, chosen.filled) : ""}
            variables={variables}
            missing={check?.missing ?? []}
          />
        </>
      )}
    </section>
  );
}

function Refresh({ templates }: { templates: ReturnType<typeof useTemplates> }) {
  const [isBusy, setBusy] = useState(false);
  const refresh = () => {
    setBusy(true);
    void templates.refresh().finally(() => setBusy(false));
  };
  return (
    <Button variant="secondary" icon={RefreshCw} busy={isBusy} onClick={refresh}>
      <Trans>Atualizar modelos</Trans>
    </Button>
  );
}

interface StateProps {
  templates: ReturnType<typeof useTemplates>;
  chosen: { name: string } | undefined;
  template: Template | undefined;
}

/** Why there is nothing to choose, or what was chosen cannot go. */
function State({ templates: { all, error }, chosen, template }: StateProps) {
  if (error) return <p className={css.warning}>{codeText(codeOf(error))}</p>;
  if (!all) return null;
  if (all.length === 0) {
    return (
      <p className={css.warning}>
        <Trans>Esta conexão não tem modelo aprovado. Crie um no Gerenciador do WhatsApp e atualize a lista.</Trans>
      </p>
    );
  }
  if (!chosen || template) return null;
  const { name } = chosen;
  return (
    <p className={css.warning}>
      <Trans>O modelo {name} não pode mais ser enviado. Escolha outro.</Trans>
    </p>
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "ERR_INTERNAL";
}

interface BlanksProps extends PartProps {
  template: Template;
  chosen: CampaignTemplate;
  /** The field that had the caret last. */
  last: { current: HTMLInputElement | null };
}

function Blanks({ form, isLocked, template: { blanks }, chosen, last }: BlanksProps) {
  const { t } = useLingui();
  const words: Record<Place, (blank: string) => string> = {
    header: (blank) => t`Cabeçalho: ${blank}`,
    body: (blank) => t`Texto: ${blank}`,
    buttons: (blank) => t`Link do botão: ${blank}`,
  };
  const set = (place: Place, nth: number, text: string) =>
    form.change("template", {
      ...chosen,
      filled: { ...chosen.filled, [place]: chosen.filled[place].map((one, at) => at === nth ? text : one) },
    });
  return (
    <div
      className={css.blanks}
      onFocus={({ target }) => {
        if (target instanceof HTMLInputElement) last.current = target;
      }}
    >
      {PLACES.flatMap((place) =>
        blanks[place].map((blank, nth) => {
          const name = `template.filled.${place}.${nth}`;
          return (
            <TextField
              key={name}
              label={words[place](`{{${blank}}}`)}
              name={name}
              autoComplete="off"
              maxLength={LONGEST_BLANK}
              value={chosen.filled[place][nth] ?? ""}
              onText={(text) => set(place, nth, text)}
              error={form.problemOn(name)}
              readOnly={isLocked}
            />
          );
        })
      )}
    </div>
  );
}
