import { plural, t } from "@lingui/core/macro";
import type { Change } from "../../src/contract/events.ts";
import { type Tag, type TagRef, tags } from "../../src/contract/tags.ts";
import { compareBy } from "../../src/shared/order.ts";
import { call } from "../call.ts";
import { together } from "../list/bulk.tsx";
import { folded } from "../list/folded.ts";
import { pagedList } from "../list/pagedList.ts";
import { applyChange, applyFound } from "../list/rows.ts";
import { onEvent } from "../live.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

/** The pages of tags, one list for each search, kept live. */
export const tagList = pagedList(tags.list, {
  rows: (answer): readonly Tag[] => answer.tags,
  hasMore: (answer) => answer.hasMore,
});

/** All tags by name, to choose from, kept live. */
export const tagChoices = pagedList(tags.all, { rows: (answer): readonly TagRef[] => answer });

const byName = (one: TagRef, other: TagRef) => one.name.localeCompare(other.name, "pt");

/** Shows a change that a call has answered, or an event has told. */
export function noteTag(change: Change<Tag>): void {
  tagList.change((rows, { searchParam = "", sort, order }, hasMore) =>
    applyFound(rows, change, {
      isFound: ({ name }) => folded(name).includes(folded(searchParam)),
      compare: sort ? compareBy((tag) => tag[sort], order) : byName,
      hasMore,
    })
  );
  tagChoices.change((rows) => applyChange<TagRef>(rows, change, byName));
}

onEvent("tag", noteTag);

/** Deletes several after one question. */
export function removeTags(rows: readonly Tag[]): Promise<boolean> {
  const carried = rows.reduce((sum, { ticketsCount }) => sum + ticketsCount, 0);
  return together({
    rows,
    question: {
      title: plural(rows.length, { one: "Excluir # tag?", other: "Excluir # tags?" }),
      text: carried > 0
        ? t`Elas saem de todos os atendimentos em que estão (${carried}). Isso não pode ser desfeito.`
        : t`Isso não pode ser desfeito.`,
      yes: t`Excluir`,
      danger: true,
    },
    ask: (ids) => call(tags.removeMany, { ids }),
    note: (id) => noteTag({ action: "delete", id }),
    nameOf: ({ name }) => name,
    done: (count) => plural(count, { one: "# tag excluída.", other: "# tags excluídas." }),
    refused: (count) => plural(count, { one: "# tag não foi excluída", other: "# tags não foram excluídas" }),
  });
}

export async function removeTag({ id, name, ticketsCount }: Tag): Promise<void> {
  const sure = await confirm({
    title: t`Excluir a tag ${name}?`,
    text: ticketsCount > 0
      ? t`Ela sai de todos os atendimentos em que está (${ticketsCount}). Isso não pode ser desfeito.`
      : t`Isso não pode ser desfeito.`,
    yes: t`Excluir`,
    danger: true,
  });
  if (!sure) return;
  try {
    await call(tags.remove, { id });
    noteTag({ action: "delete", id });
    toast.success(t`Tag excluída com sucesso!`);
  } catch (error) {
    showError(error);
  }
}
