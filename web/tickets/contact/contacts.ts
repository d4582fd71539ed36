import { t } from "@lingui/core/macro";
import { type ContactDetails, contacts } from "../../../src/contract/contacts.ts";
import type { Change } from "../../../src/contract/events.ts";
import { type Merge, merges } from "../../../src/contract/merges.ts";
import { type Note, notes } from "../../../src/contract/notes.ts";
import { type PastTicket, tickets } from "../../../src/contract/tickets.ts";
import { call } from "../../call.ts";
import { pagedList, useList } from "../../list/pagedList.ts";
import { applyChange } from "../../list/rows.ts";
import { onEvent } from "../../live.ts";
import { confirmDeletion } from "../../ui/confirm.ts";
import { showError } from "../../ui/showError.ts";
import { toast } from "../../ui/toast.ts";
import { offerUndo } from "../../ui/undo.ts";
import { withQueue } from "../../inbox/list.ts";
import { useEffect } from "react";

/** One contact with all that is known of it: a list of one. */
const details = pagedList(contacts.show, { rows: (answer): readonly ContactDetails[] => [answer] });

/** A contact's details, read anew whenever somebody has changed it. */
export function useContactDetails(id: number) {
  useEffect(() =>
    onEvent("contact", (change) => {
      if (change.action !== "delete" && change.record.id === id) void details.reload({ id });
    }), [id]);
  const { rows, ...list } = useList(details, { id });
  return { ...list, contact: rows[0] };
}

/** A contact as a call has answered it. */
export function noteDetails(record: ContactDetails): void {
  details.change((rows) => rows.map((row) => row.id === record.id ? record : row));
}

/** The notes on a contact, newest first, kept live. */
export const noteList = pagedList(notes.list, { rows: (answer): readonly Note[] => answer });

export function noteNote(change: Change<Note>): void {
  noteList.change((rows, { contactId }) => {
    const isOther = change.action !== "delete" && change.record.contactId !== contactId;
    return isOther ? rows : applyChange(rows, change);
  });
}

onEvent("note", noteNote);

export async function removeNote({ id }: Note): Promise<void> {
  if (!await confirmDeletion()) return;
  try {
    await call(notes.remove, { id });
    noteNote({ action: "delete", id });
    offerUndo(t`Observação excluída com sucesso!`, () => void restoreNote(id));
  } catch (error) {
    showError(error);
  }
}

async function restoreNote(id: number): Promise<void> {
  try {
    noteNote({ action: "create", record: await call(notes.restore, { id }) });
    toast.success(t`Desfeito`);
  } catch (error) {
    showError(error);
  }
}

/** All tickets of a contact that one may see, newest first. */
export const pastList = pagedList(tickets.ofContact, {
  rows: (answer): readonly PastTicket[] => answer.tickets,
  hasMore: (answer) => answer.hasMore,
});

/** Who was merged into a contact. */
export const mergeList = pagedList(merges.list, { rows: (answer): readonly Merge[] => answer });

/** Reads anew what a merge, or its undoing, has moved. */
export function useMovedBelongings(id: number): void {
  useEffect(() =>
    onEvent("contact", (change) => {
      if (change.action === "delete" || change.record.id !== id) return;
      for (const list of [pastList, mergeList]) void list.reload({ id });
      void noteList.reload({ contactId: id });
    }), [id]);
}

/** Takes two merged contacts apart again. */
export async function undoMerge({ id, gone: { name } }: Merge): Promise<void> {
  try {
    await call(merges.undo, { id });
    toast.success(t`${name} voltou a ser um contato à parte.`);
  } catch (error) {
    showError(error);
  }
}

/** Reads anew what may have changed with one of a contact's tickets. */
onEvent("ticket", (event) => {
  if (event.action !== "update") return;
  const { id, status, user, queue, updatedAt } = event.ticket;
  const closedAt = status === "closed" ? updatedAt : null;
  pastList.change((rows) => rows.map((row) => row.id === id ? { ...row, status, user, queue, closedAt } : row));
});
onEvent("queue", (change) => pastList.change((rows) => rows.map((row) => withQueue(row, change))));
