import { t } from "@lingui/core/macro";
import { atom, getDefaultStore } from "jotai";
import { type MoveName, MOVES, type OtherTicket, type Ticket, tickets } from "../../src/contract/tickets.ts";
import { call, CallError } from "../call.ts";
import { meAtom } from "../session.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { go } from "./address.ts";
import { noteOpenAnswer } from "./conversation.ts";
import { openTicketAtom } from "./conversations.ts";
import { forgetTicket, noteAnswer } from "./desk.ts";
import { focusComposer } from "./reply.ts";

/** Tickets with a move on its way: their buttons wait. */
export const movingAtom = atom<ReadonlySet<number>>(new Set<number>());

const store = getDefaultStore();

export function mayMove(ticket: Ticket, name: MoveName): boolean {
  return ticket.status === MOVES[name].from;
}

/** Takes a waiting ticket and opens it (spec 1 §4.2). */
export function accept(ticket: Ticket): Promise<void> {
  return move(ticket, { status: "open", userId: myId() }, ({ uuid }) => {
    go({ uuid });
    focusComposer();
  });
}

export function giveBack(ticket: Ticket): Promise<void> {
  return move(ticket, { status: "pending", userId: null }, leave);
}

export function resolve(ticket: Ticket): Promise<void> {
  return move(ticket, { status: "closed", userId: myId() }, leave);
}

export function reopen(ticket: Ticket): Promise<void> {
  return move(ticket, { status: "open", userId: myId() });
}

/** Closes from the list, without the texts that resolving sends; the desk is clear then (spec 1 §4.2). */
export function close(ticket: Ticket): Promise<void> {
  return move(ticket, { status: "closed", userId: myId(), justClose: true }, leave);
}

/** Gives the ticket to a queue, and there to somebody or to whoever takes it (spec 1 §4.2). */
export async function transfer(ticket: Ticket, to: { queueId: number; userId: number | null }): Promise<void> {
  const status = to.userId === null ? "pending" : "open";
  await move(ticket, { ...to, status }, store.get(openTicketAtom)?.id === ticket.id ? leave : undefined);
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

/** Deletes the ticket with its messages; its event tells the others. */
export function remove(ticket: Ticket): Promise<void> {
  return inTurn(ticket, async () => {
    await call(tickets.remove, { id: ticket.id });
    forgetTicket(ticket.id);
  });
}

type Wanted = { status: Ticket["status"]; userId: number | null; queueId?: number; justClose?: boolean };

function move(ticket: Ticket, wanted: Wanted, then?: (moved: Ticket) => void): Promise<void> {
  return inTurn(ticket, async () => {
    const { id, status, userId, queueId } = ticket;
    const moved = await call(tickets.change, { id, ...wanted, was: { status, userId, queueId } });
    note(moved);
    then?.(moved);
  });
}

async function inTurn({ id }: Ticket, work: () => Promise<void>): Promise<void> {
  if (store.get(movingAtom).has(id)) return;
  store.set(movingAtom, (now) => new Set(now).add(id));
  try {
    await work();
  } catch (error) {
    if (await offersOther(error)) return;
    showError(error);
    // Somebody else was first: show how it stands now.
    if (!(error instanceof CallError) || error.status !== 409) return;
    await call(tickets.show, { id }).then(note, () => forgetTicket(id));
  } finally {
    store.set(movingAtom, (now) => new Set([...now].filter((one) => one !== id)));
  }
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

function note(ticket: Ticket): void {
  noteAnswer(ticket);
  noteOpenAnswer(ticket);
}

function leave(): void {
  go({ uuid: null });
}

function myId(): number | null {
  return store.get(meAtom)?.id ?? null;
}
