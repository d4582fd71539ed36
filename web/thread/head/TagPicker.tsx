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
import { Picker, PickerField, PickerList, PickerOption } from "../../ui/Picker.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
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
  const choose = (key: string) => {
    const tag = found.find(({ id }) => String(id) === key);
    setText("");
    if (tag) void toggleTag(ticket.id, tag, !has(tag));
    else if (key === "new") void addTagTo(ticket.id, { name, color: nextColor(rows) });
  };
  const options = [
    ...found.map((tag) => ({
      key: String(tag.id),
      name: tag.name,
      isOn: has(tag),
      content: <Choice tag={tag} on={has(tag)} />,
    })),
    ...(isNew ? [{ key: "new", name, isOn: false, content: <New name={name} /> }] : []),
  ];
  const early = { isAwaited: state === "loading", takeFirst: () => options[0] && choose(options[0].key) };
  return (
    <div className={css.picker}>
      <Picker text={text} onText={setText} early={early}>
        <PickerField label={t`Buscar ou criar tag`} hasOptions={options.length > 0} />
        {state === "failed" && <Failed title={t`A lista não chegou`} error={error} onRetry={retry} />}
        {state === "loading" && <Skeleton width="100%" height={96} />}
        <PickerList label={t`Tags`} rows={options} onChoose={choose} isMultiple>
          {({ key, name, isOn, content }) => (
            <PickerOption id={key} name={name} isSelected={isOn}>{content}</PickerOption>
          )}
        </PickerList>
      </Picker>
      {state === "ready" && found.length === 0 && !isNew && (
        <p className={css.none} role="status">
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
