import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { type ContactList, contactLists } from "../../src/contract/contact_lists.ts";
import type { Events } from "../../src/contract/events.ts";
import { compareBy } from "../../src/shared/order.ts";
import { call } from "../call.ts";
import { folded } from "../list/folded.ts";
import { pagedList } from "../list/pagedList.ts";
import { applyFound } from "../list/rows.ts";
import { onEvent, onResync } from "../live.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

/** The contact lists by name, kept live (spec 3 §2.6). */
export const listOfLists = pagedList(contactLists.list, {
  rows: (answer): readonly ContactList[] => answer.records,
  hasMore: (answer) => answer.hasMore,
});

const SORTED_BY = {
  name: ({ name }: ContactList) => name,
  contactsCount: ({ contactsCount }: ContactList) => contactsCount,
};

export function noteList(change: Events["ContactList"]): void {
  if (change.action === "reload") return listOfLists.refresh();
  listOfLists.change((rows, { searchParam = "", sort = "name", order }, hasMore) =>
    applyFound(rows, change, {
      isFound: ({ name }) => folded(searchParam).split(/\s+/).every((word) => folded(name).includes(word)),
      compare: compareBy(SORTED_BY[sort], order),
      hasMore,
    })
  );
}

onEvent("ContactList", noteList);

export async function removeList({ id, name, contactsCount }: ContactList): Promise<void> {
  const sure = await confirm({
    title: t`Excluir ${name}?`,
    text: plural(contactsCount, {
      0: "A lista é excluída. Isso não pode ser desfeito.",
      one: "A lista e # contato dela são excluídos. Isso não pode ser desfeito.",
      other: "A lista e # contatos dela são excluídos. Isso não pode ser desfeito.",
    }),
    yes: t`Excluir`,
    danger: true,
  });
  if (!sure) return;
  try {
    await call(contactLists.remove, { id });
    noteList({ action: "delete", id });
    toast.success(t`Lista excluída com sucesso.`);
  } catch (error) {
    showError(error);
  }
}

/** One list as it is now; `error` when it does not come. */
export function useContactList(id: number) {
  const [list, setList] = useState<ContactList>();
  const [error, setError] = useState<unknown>();
  const read = () => {
    setError(undefined);
    call(contactLists.show, { id }).then(setList, setError);
  };
  useEffect(() => {
    read();
    const off = onEvent("ContactList", (change) => {
      if (change.action === "update" && change.record.id === id) setList(change.record);
      if (change.action === "delete" && change.id === id) read();
    });
    const offResync = onResync(read);
    return () => {
      off();
      offResync();
    };
  }, [id]);
  return { list, error, retry: read };
}
