import { t } from "@lingui/core/macro";
import { atom, getDefaultStore } from "jotai";
import { type Move, type MoveName, MOVES, type OtherTicket, type Ticket, tickets } from "../../src/contract/tickets.ts";
import { call, CallError } from "../call.ts";
import { meAtom } from "../session.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { forgetUndoables, offerUndo } from "../ui/undo.ts";
import { go } from "../tickets/address.ts";
import { openTicketAtom, openUuidAtom } from "../thread/opened.ts";
import { noteTicket } from "./answers.ts";
import { forgetTicket, noteAnswer } from "./desk.ts";
import { onOtherPerson } from "../person.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { focusComposer } from "../composer/reply.ts";

/** Tickets with a move on its way: their buttons wait. */
export const movingAtom = atom<ReadonlySet<number>>(new Set<number>());

const store = getDefaultStore();

export function mayMove(ticket: Ticket, name: MoveName): boolean {
  return ticket.status === MOVES[name].from;
}

/** Takes a waiting ticket and opens it (spec 1 §4.2). */
export function accept(ticket: Ticket): Promise<void> {
  const then = ({ uuid, id }: Ticket) => {
    go({ uuid });
    focusComposer(id);
  };
  return move(ticket, { status: "open", userId: myId() }, { then });
}

export function giveBack(ticket: Ticket): Promise<void> {
  return move(ticket, { status: "pending", userId: null }, { then: leave });
}

export function resolve(ticket: Ticket): Promise<void> {
  return move(ticket, { status: "closed", userId: myId() }, { then: leave });
}

export function reopen(ticket: Ticket): Promise<void> {
  return move(ticket, { status: "open", userId: myId() });
}

/** Closes from the list, without the texts that resolving sends; the desk is clear then (spec 1 §4.2). */
export function close(ticket: Ticket): Promise<void> {
  return move(ticket, { status: "closed", userId: myId(), justClose: true }, { then: leave });
}

export interface Handover {
  queueId: number;
  userId: number | null;
  /** What who takes over should know; may be empty. */
  note: string;
}

/** Notes of transfers that did not come about, or were undone: nobody has to write them again. */
const notes = new Map<number, string>();

export function keptNote({ id }: Ticket): string {
  return notes.get(id) ?? "";
}

/** Gives the ticket to a queue, and there to somebody or to whoever takes it (spec 1 §4.2). */
export async function transfer(ticket: Ticket, { note, ...to }: Handover): Promise<void> {
  const status = to.userId === null ? "pending" : "open";
  const isOpen = store.get(openTicketAtom)?.id === ticket.id;
  notes.set(ticket.id, note);
  await move(ticket, { ...to, status, note: note || undefined }, {
    then() {
      notes.delete(ticket.id);
      if (isOpen) leave();
    },
    undone: () => notes.set(ticket.id, note),
  });
}

/** Opens a ticket of one's own for a contact, and goes there; whether it came about. */
export async function create(wanted: { contactId: number; queueId: number | null }): Promise<boolean> {
  try {
    const ticket = await call(tickets.create, { ...wanted, userId: myId() ?? undefined, status: "open" });
    noteAnswer(ticket);
    go({ uuid: ticket.uuid });
    return true;
  } catch (error) {
    if (await offersOther(error)) return true;
    showError(error);
    return false;
  }
}

/** Deletes the ticket with its messages; its event lets the others know. */
export function remove(ticket: Ticket): Promise<void> {
  return once(ticket, async () => {
    await call(tickets.remove, { id: ticket.id });
    forgetTicket(ticket.id);
  });
}

type Wanted = { status: Ticket["status"]; userId: number | null; queueId?: number; justClose?: boolean; note?: string };

interface After {
  then?: (moved: Ticket) => void;
  undone?: () => void;
}

function move(ticket: Ticket, wanted: Wanted, { then, undone }: After = {}): Promise<void> {
  return once(ticket, async () => {
    const { id, status, userId, queueId } = ticket;
    const before = store.get(openUuidAtom);
    const { move, ...moved } = await call(tickets.change, { id, ...wanted, was: { status, userId, queueId } });
    noteTicket(moved);
    then?.(moved);
    offerUndo(doneText(move.action, ticket), () => void undo(ticket, move, { before, undone }));
  });
}

/** Takes back a move, and leads back to what was open before it. */
function undo(
  ticket: Ticket,
  { id: moveId }: Move,
  { before, undone }: Pick<After, "undone"> & { before: string | null },
) {
  return once(ticket, async () => {
    const { move: _, ...moved } = await call(tickets.undo, { id: ticket.id, moveId });
    noteTicket(moved);
    undone?.();
    go({ uuid: before });
    if (moved.uuid === before && moved.status === "open") focusComposer(moved.id);
    toast.success(t`Desfeito`);
  });
}

/** What a move has done, in the words of who made it. */
function doneText(action: Move["action"], { contact }: Ticket): string {
  const name = contact.name || formatNumber(contact.number);
  switch (action) {
    case "accept":
      return t`Atendimento de ${name} aceito`;
    case "return":
      return t`Atendimento de ${name} devolvido à fila`;
    case "transfer":
      return t`Atendimento de ${name} transferido`;
    case "reopen":
      return t`Atendimento de ${name} reaberto`;
    case "close":
      return t`Atendimento de ${name} fechado`;
    default:
      return t`Atendimento de ${name} resolvido`;
  }
}

/** Unless a move of the same ticket is on its way; says what went wrong. */
async function once({ id }: Ticket, work: () => Promise<void>): Promise<void> {
  if (store.get(movingAtom).has(id)) return;
  await whileMoving([id], async () => {
    try {
      await work();
    } catch (error) {
      if (await offersOther(error)) return;
      showError(error);
      // Somebody else was first: show how it stands now.
      if (!(error instanceof CallError) || error.status !== 409) return;
      await showAnew(id);
    }
  });
}

/** The buttons of these tickets wait as long as the work lasts. */
export async function whileMoving<A>(ids: readonly number[], work: () => Promise<A>): Promise<A> {
  store.set(movingAtom, (now) => new Set([...now, ...ids]));
  try {
    return await work();
  } finally {
    store.set(movingAtom, (now) => new Set([...now].filter((id) => !ids.includes(id))));
  }
}

/** Shows a ticket as it stands now; what the person may not see, or is deleted, goes. Without a line it stays as it is. */
export async function showAnew(id: number): Promise<void> {
  await call(tickets.show, { id }).then(noteTicket, (error) => {
    if (error instanceof CallError && [403, 404].includes(error.status)) forgetTicket(id);
  });
}

/** The contact is served in another ticket: says by whom, and offers to go there. */
async function offersOther(error: unknown): Promise<boolean> {
  if (!(error instanceof CallError) || error.code !== "ERR_OTHER_OPEN_TICKET") return false;
  const { uuid, userId, user: name, maySee } = error.detail as OtherTicket;
  if (!maySee) {
    toast.warning(
      name
        ? t`Este contato já está em atendimento com ${name}, em outra fila.`
        : t`Este contato já está esperando em outra fila.`,
    );
    return true;
  }
  const text = userId === myId()
    ? t`Você já está atendendo este contato. Quer ir para esse atendimento?`
    : name
    ? t`${name} está atendendo este contato. Quer ir para esse atendimento?`
    : t`O atendimento deste contato espera por alguém. Quer ir para ele?`;
  const wants = await confirm({ title: t`Este contato já está em atendimento`, text, yes: t`Abrir o atendimento` });
  if (wants) go({ uuid });
  return true;
}

function leave(): void {
  go({ uuid: null });
}

function myId(): number | null {
  return store.get(meAtom)?.id ?? null;
}

onOtherPerson(() => {
  notes.clear();
  forgetUndoables();
});
