import { useLingui } from "@lingui/react/macro";
import { FileText } from "lucide-react";
import { useState } from "react";
import type { Template } from "../../../src/contract/templates.ts";
import { useList } from "../../list/pagedList.ts";
import { Chip } from "../../ui/Chip.tsx";
import { Empty, Failed } from "../../ui/Empty.tsx";
import { NothingFound } from "../../ui/NothingFound.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { categoryOf, languageOf, stateOf, templateList, templatesFound } from "./templateList.ts";
import css from "./Templates.module.css";

interface TemplateChoiceProps {
  connectionId: number;
  onChoose: (template: Template) => void;
}

/** A connection's templates, to choose one of those that can be sent; the others say why they cannot. */
export function TemplateChoice({ connectionId, onChoose }: TemplateChoiceProps) {
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const { rows, state, error, retry } = useList(templateList, { id: connectionId });
  if (rows.length === 0 && state === "failed") {
    return <Failed title={t`Os modelos não vieram`} error={error} onRetry={retry} />;
  }
  if (rows.length === 0 && state !== "ready") return <Skeleton width="100%" height={160} />;
  if (rows.length === 0) {
    return (
      <Empty
        icon={FileText}
        title={t`Nenhum modelo ainda`}
        text={t`Crie modelos no Gerenciador do WhatsApp, na Meta. Depois da aprovação eles aparecem aqui.`}
      />
    );
  }
  const found = templatesFound(rows, search);
  return (
    <>
      <SearchField
        label={t`Buscar modelos`}
        placeholder={t`Nome ou texto`}
        value={search}
        onText={setSearch}
      />
      {found.length === 0 && (
        <NothingFound
          title={t`Nenhum modelo encontrado`}
          text={t`Nada com “${search}” no nome ou no texto.`}
          onClear={() => setSearch("")}
        />
      )}
      <ul className={css.list} aria-label={t`Modelos`}>
        {found.map((template) => (
          <li key={template.id}>
            <Choice template={template} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Choice({ template, onChoose }: { template: Template } & Pick<TemplateChoiceProps, "onChoose">) {
  const { i18n } = useLingui();
  const { name, category, parts, isSendable } = template;
  const { tone, word, reason } = stateOf(template), known = categoryOf(template);
  return (
    <button type="button" className={css.choice} disabled={!isSendable} onClick={() => onChoose(template)}>
      <span className={css.name}>
        <b>{name}</b>
        <Chip tone={tone}>{i18n._(word)}</Chip>
      </span>
      <small>{`${known ? i18n._(known) : category} · ${languageOf(template, i18n.locale)}`}</small>
      <span className={css.text} dir="auto">{isSendable ? parts.body : i18n._(reason)}</span>
    </button>
  );
}
