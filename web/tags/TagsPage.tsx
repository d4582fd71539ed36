import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Plus, Tags } from "lucide-react";
import { useState } from "react";
import { type Tag, TAG_SORTS } from "../../src/contract/tags.ts";
import type { Column } from "../list/column.ts";
import { EditRemove } from "../list/EditRemove.tsx";
import { ListPage } from "../list/ListPage.tsx";
import { useList } from "../list/pagedList.ts";
import { useSearch } from "../list/useSearch.ts";
import { RemoveButton } from "../list/RemoveButton.tsx";
import { useSorting } from "../list/useSorting.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { nextColor } from "./colors.ts";
import { TagChip } from "./TagChip.tsx";
import { TagDialog } from "./TagDialog.tsx";
import { removeTag, removeTags, tagList } from "./tags.ts";
import css from "./TagsPage.module.css";

/** The company's tags (spec 1 §2.16). */
export default function TagsPage() {
  const { t } = useLingui();
  const searching = useSearch(), { text: search, param: searchParam } = searching;
  const sorting = useSorting("tags", TAG_SORTS);
  const list = useList(tagList, { searchParam, ...sorting.query });
  const [edited, setEdited] = useState<Tag | "new">();
  const add = (variant: "primary" | "secondary") => (
    <Button
      variant={variant}
      icon={Plus}
      onClick={() => setEdited("new")}
    >
      <Trans>Nova tag</Trans>
    </Button>
  );
  return (
    <ListPage
      title={t`Tags`}
      search={searching}
      searches={{ label: t`Buscar tags`, placeholder: t`Buscar` }}
      nothing={{ title: t`Nenhuma tag encontrada`, text: t`Nada com “${search}” no nome.` }}
      action={add("primary")}
      name="tags"
      list={list}
      sorting={sorting}
      bulk={{
        says: (count) => plural(count, { one: "# tag selecionada", other: "# tags selecionadas" }),
        actions: (rows) => <RemoveButton onRemove={() => removeTags(rows)} />,
      }}
      place="tags"
      columns={useTagColumns(setEdited)}
      empty={
        <Empty
          icon={Tags}
          title={t`Nenhuma tag ainda`}
          text={t`Tags marcam atendimentos: aniversário, sinal pendente, cliente fiel…`}
          action={add("secondary")}
        />
      }
    >
      {edited && (
        <TagDialog
          tag={edited === "new" ? undefined : edited}
          color={nextColor(list.rows)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </ListPage>
  );
}

function useTagColumns(onEdit: (tag: Tag) => void): readonly Column<Tag>[] {
  const { t } = useLingui();
  return [
    {
      id: "name",
      title: t`Nome`,
      width: "minmax(0, 3fr)",
      isHeader: true,
      card: "title",
      cell: (tag) => <TagChip tag={tag} />,
    },
    {
      id: "ticketsCount",
      title: t`Atendimentos`,
      width: "minmax(96px, 1fr)",
      card: "main",
      cell: ({ ticketsCount }) => (
        <span className={css.count}>
          <span className="only-wide">{ticketsCount}</span>
          <span className="only-narrow">
            <Plural value={ticketsCount} one="# atendimento" other="# atendimentos" />
          </span>
        </span>
      ),
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "72px",
      align: "end",
      card: "corner",
      cell: (tag) => <EditRemove name={tag.name} onEdit={() => onEdit(tag)} onRemove={() => removeTag(tag)} />,
    },
  ];
}
