import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { folded } from "../../list/folded.ts";
import { useList } from "../../list/pagedList.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Failed } from "../../ui/Empty.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TagChip } from "../TagChip.tsx";
import { tagChoices } from "../tags.ts";
import css from "./TagChoices.module.css";

/** From so many tags on, they can be searched. */
const MANY = 10;

interface TagChoicesProps {
  chosen: readonly number[];
  onChosen: (ids: readonly number[]) => void;
}

/** All tags, of which some are chosen. */
export function TagChoices({ chosen, onChosen }: TagChoicesProps) {
  const { t } = useLingui();
  const { rows, state, error, retry } = useList(tagChoices, {});
  const [search, setSearch] = useState("");
  const found = rows.filter(({ name }) => folded(name).includes(folded(search)));
  return (
    <>
      {rows.length >= MANY && <SearchField label={t`Buscar tags`} value={search} onText={setSearch} />}
      {state === "failed" && <Failed title={t`A lista não chegou`} error={error} onRetry={retry} />}
      {state === "loading" && <Skeleton width="100%" height={96} />}
      {state === "ready" && rows.length === 0 && (
        <p>
          <Trans>Nenhuma tag ainda. Crie a primeira na página Tags.</Trans>
        </p>
      )}
      <div className={css.tags} role="group" aria-label={t`Tags`}>
        {found.map((tag) => (
          <Checkbox
            key={tag.id}
            checked={chosen.includes(tag.id)}
            onChecked={(is) => onChosen(is ? [...chosen, tag.id] : chosen.filter((id) => id !== tag.id))}
          >
            <TagChip tag={tag} />
          </Checkbox>
        ))}
      </div>
    </>
  );
}
