import { Trans, useLingui } from "@lingui/react/macro";
import { Check, Plus } from "lucide-react";
import { useState } from "react";
import type { TagRef } from "../../../src/contract/tags.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { folded } from "../../list/folded.ts";
import { useList } from "../../list/pagedList.ts";
import { nextColor } from "../../tags/colors.ts";
import { TagChip } from "../../tags/TagChip.tsx";
import { tagChoices } from "../../tags/tags.ts";
import { Failed } from "../../ui/Empty.tsx";
import { OptionList } from "../../ui/OptionList.tsx";
import { OptionSearch } from "../../ui/OptionSearch.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useOptions } from "../../ui/useOptions.ts";
import { addTagTo, toggleTag } from "../../inbox/tagging.ts";
import css from "./TagPicker.module.css";

/** Names have at least so many letters (contract/tags.ts). */
const SHORTEST = 3;

/** Chooses a ticket's tags by typing; a name that no tag has makes a new one. */
export default function TagPicker({ ticket }: { ticket: Ticket }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const { rows, state, error, retry } = useList(tagChoices, {});
  const name = text.trim(), wanted = folded(name);
  const found = rows.filter((tag) => folded(tag.name).includes(wanted));
  const isNew = name.length >= SHORTEST && state === "ready" && rows.every((tag) => folded(tag.name) !== wanted);
  const has = (tag: TagRef) => ticket.tags.some(({ id }) => id === tag.id);
  const choose = (index: number) => {
    const tag = found[index];
    setText("");
    if (tag) void toggleTag(ticket.id, tag, !has(tag));
    else void addTagTo(ticket.id, { name, color: nextColor(rows) });
  };
  const options = useOptions({ count: found.length + (isNew ? 1 : 0), onChoose: choose });
  return (
    <div className={css.picker}>
      <OptionSearch label={t`Buscar ou criar tag`} value={text} onText={setText} options={options} />
      {state === "failed" && <Failed title={t`A lista não chegou`} error={error} onRetry={retry} />}
      {state === "loading" && <Skeleton width="100%" height={96} />}
      <OptionList
        {...options.list}
        label={t`Tags`}
        multiple
        options={[
          ...found.map((tag) => ({ key: tag.id, isSelected: has(tag), content: <Choice tag={tag} on={has(tag)} /> })),
          ...(isNew ? [{ key: "new", content: <New name={name} /> }] : []),
        ]}
      />
      {state === "ready" && found.length === 0 && !isNew && (
        <p className={css.none}>
          {name
            ? <Trans>Escreva pelo menos 3 letras para criar.</Trans>
            : <Trans>Escreva para criar a primeira.</Trans>}
        </p>
      )}
    </div>
  );
}

function Choice({ tag, on }: { tag: TagRef; on: boolean }) {
  return (
    <>
      <TagChip tag={tag} />
      {on && <Check size={16} className={css.mark} aria-hidden />}
    </>
  );
}

function New({ name }: { name: string }) {
  return (
    <>
      <Plus size={16} aria-hidden />
      <span className={css.new}>
        <Trans>
          Criar “<bdi>{name}</bdi>”
        </Trans>
      </span>
    </>
  );
}
