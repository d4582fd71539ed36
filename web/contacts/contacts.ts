import { plural, t } from "@lingui/core/macro";
import { type Contact, type CONTACT_SORTS, contacts } from "../../src/contract/contacts.ts";
import type { Change } from "../../src/contract/events.ts";
import { hasNumber, numberParts } from "../../src/shared/number_search.ts";
import { compareBy, type Value } from "../../src/shared/order.ts";
import { call } from "../call.ts";
import { together } from "../list/bulk.tsx";
import { folded } from "../list/folded.ts";
import { pagedList } from "../list/pagedList.ts";
import { applyFound } from "../list/rows.ts";
import { onEvent } from "../live.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

/** The pages of contacts by name, one list for each search, kept live. */
export const contactList = pagedList(contacts.list, {
  rows: (answer): readonly Contact[] => answer.contacts,
  hasMore: (answer) => answer.hasMore,
});

export function noteContact(change: Change<Contact>): void {
  contactList.change((rows, { searchParam = "", sort = "name", order }, hasMore) =>
    applyFound(rows, withChannel(change, rows), {
      isFound: (one) => isFound(one, searchParam),
      compare: compareBy(SORTED_BY[sort], order),
      hasMore,
    })
  );
}

/** An event does not say where somebody writes; it stays as it was read. */
function withChannel(change: Change<Contact>, rows: readonly Contact[]): Change<Contact> {
  if (change.action === "delete") return change;
  const { channel } = rows.find(({ id }) => id === change.record.id) ?? {};
  return { ...change, record: { channel, ...change.record } };
}

const SORTED_BY: Record<typeof CONTACT_SORTS[number], (contact: Contact) => Value> = {
  name: ({ name }) => name,
  number: ({ number }) => number || null,
  email: ({ email }) => email || null,
};

onEvent("contact", noteContact);

/** Whether a person, not a group, has every word of a search at the beginning of one of theirs, as the server looks. */
export function isFound({ name, number, isGroup }: Contact, search: string): boolean {
  const own = wordsOf(`${name} ${number}`), parts = numberParts(search);
  const has = (words: string[]) => words.every((word) => own.some((one) => one.startsWith(word)));
  const isTheirs = parts !== undefined && hasNumber(number, parts) && has(wordsOf(parts.words.join(" ")));
  return !isGroup && (has(wordsOf(search)) || isTheirs);
}

function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The server's order: small and capital letters alike, with accents or without. */
export const byName = compareBy<Pick<Contact, "id" | "name">>(({ name }) => name);

/** Deletes several after one question. */
export function removeContacts(rows: readonly Contact[]): Promise<boolean> {
  return together({
    rows,
    question: {
      title: plural(rows.length, { one: "Excluir # contato?", other: "Excluir # contatos?" }),
      text:
        t`Os atendimentos encerrados destes contatos, com as mensagens, arquivos, observações e agendamentos, também são excluídos. Isso não pode ser desfeito.`,
      yes: t`Excluir`,
      danger: true,
    },
    ask: (ids) => call(contacts.removeMany, { ids }),
    note: (id) => noteContact({ action: "delete", id }),
    nameOf,
    done: (count) => plural(count, { one: "# contato excluído.", other: "# contatos excluídos." }),
    refused: (count) => plural(count, { one: "# contato não foi excluído", other: "# contatos não foram excluídos" }),
  });
}

/** Puts tags on the tickets of several contacts, or takes them off. */
export function tagContacts(rows: readonly Contact[], tagging: { add: number[]; remove: number[] }): Promise<boolean> {
  return together({
    rows,
    ask: (ids) => call(contacts.tagMany, { ids, ...tagging }),
    nameOf,
    done: (count) => plural(count, { one: "Tags de # contato alteradas.", other: "Tags de # contatos alteradas." }),
    refused: (count) =>
      plural(count, {
        one: "As tags de # contato ficaram como eram",
        other: "As tags de # contatos ficaram como eram",
      }),
  });
}

function nameOf({ name, number }: Contact): string {
  return name || formatNumber(number);
}

export async function removeContact({ id, name }: Contact): Promise<void> {
  const sure = await confirm({
    title: t`Excluir ${name}?`,
    text:
      t`Os atendimentos encerrados deste contato, com as mensagens, arquivos, observações e agendamentos, também são excluídos. Isso não pode ser desfeito.`,
    yes: t`Excluir`,
    danger: true,
  });
  if (!sure) return;
  try {
    await call(contacts.remove, { id });
    noteContact({ action: "delete", id });
    toast.success(t`Contato excluído com sucesso!`);
  } catch (error) {
    showError(error);
  }
}

/** Makes contacts of those whom the linked phones know; says whether there was something to make. */
export async function importContacts(): Promise<boolean> {
  const sure = await confirm({
    title: t`Importar contatos do celular?`,
    text: t`Quem está na agenda dos celulares conectados e ainda não está aqui vira um contato.`,
    yes: t`Importar`,
  });
  if (!sure) return false;
  try {
    const { added } = await call(contacts.importPhone);
    toast.success(plural(added, {
      0: "Nenhum contato novo no celular.",
      one: "# contato importado.",
      other: "# contatos importados.",
    }));
    return added > 0;
  } catch (error) {
    showError(error);
    return false;
  }
}
