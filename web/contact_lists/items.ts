import { plural, t } from "@lingui/core/macro";
import { type ListItem, listItems } from "../../src/contract/contact_lists.ts";
import type { Events } from "../../src/contract/events.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { call } from "../call.ts";
import { together } from "../list/bulk.tsx";
import { pagedList } from "../list/pagedList.ts";
import { newerOf } from "../list/rows.ts";
import { onEvent } from "../live.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

/** The people on contact lists, kept live (spec 3 §2.7). */
export const itemList = pagedList(listItems.list, {
  rows: (answer): readonly ListItem[] => answer.contacts,
  hasMore: (answer) => answer.hasMore,
});

/** Somebody new may stand anywhere: where, the server knows. */
export function noteItem(change: Events["ContactListItem"]): void {
  if (change.action === "reload" || change.action === "create") return itemList.refresh();
  itemList.change((rows, { contactListId }) => {
    if (contactListId !== change.contactListId) return rows;
    if (change.action === "delete") return rows.filter(({ id }) => id !== change.id);
    return rows.map((row) => row.id === change.record.id ? newerOf(row, change.record) : row);
  });
}

onEvent("ContactListItem", noteItem);
onEvent("numberChecks", ({ records }) => {
  const said = new Map(records.map(({ number, isWhatsappValid }) => [number, isWhatsappValid]));
  itemList.change((rows) =>
    rows.map((row) => said.has(row.number) ? { ...row, isWhatsappValid: said.get(row.number)! } : row)
  );
});
// Whether somebody wants no campaigns stands beside them.
onEvent("optOut", () => itemList.refresh());

export function nameOf({ name, number }: ListItem): string {
  return name || formatNumber(number);
}

export async function removeItem(item: ListItem): Promise<void> {
  const sure = await confirm({
    title: t`Excluir ${nameOf(item)}?`,
    text: t`O contato sai desta lista. Em Contatos ele fica como está.`,
    yes: t`Excluir`,
    danger: true,
  });
  if (!sure) return;
  try {
    await call(listItems.remove, { id: item.id });
    noteItem({ action: "delete", id: item.id, contactListId: item.contactListId });
    toast.success(t`Contato excluído com sucesso!`);
  } catch (error) {
    showError(error);
  }
}

/** Deletes several after one question. */
export function removeItems(rows: readonly ListItem[]): Promise<boolean> {
  return together({
    rows,
    question: {
      title: plural(rows.length, { one: "Excluir # contato?", other: "Excluir # contatos?" }),
      text: t`Eles saem desta lista. Em Contatos ficam como estão.`,
      yes: t`Excluir`,
      danger: true,
    },
    ask: (ids) => call(listItems.removeMany, { ids }),
    note: (id) => noteItem({ action: "delete", id, contactListId: rows[0]!.contactListId }),
    nameOf,
    done: (count) => plural(count, { one: "# contato excluído.", other: "# contatos excluídos." }),
    refused: (count) => plural(count, { one: "# contato não foi excluído", other: "# contatos não foram excluídos" }),
  });
}
