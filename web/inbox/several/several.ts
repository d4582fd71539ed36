import { plural, t } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import type { Outcome } from "../../../src/contract/bulk.ts";
import { type MovedOutcome, severalTickets, type TaggedOutcome } from "../../../src/contract/several_tickets.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { formatNumber } from "../../../src/shared/phone_numbers.ts";
import { call } from "../../call.ts";
import { together } from "../../list/bulk.tsx";
import { openTicketAtom } from "../../thread/opened.ts";
import { go } from "../../tickets/address.ts";
import { noteTicket } from "../answers.ts";
import { type Handover, showAnew, whileMoving } from "../moves.ts";

const store = getDefaultStore();

/** Takes several waiting tickets; none is opened, for which would it be? */
export function acceptSeveral(rows: readonly Ticket[]): Promise<boolean> {
  return moveSeveral(rows, {
    ask: (tickets) => call(severalTickets.accept, { tickets }),
    done: (count) => plural(count, { one: "# atendimento aceito", other: "# atendimentos aceitos" }),
    refused: (count) =>
      plural(count, { one: "# atendimento não foi aceito", other: "# atendimentos não foram aceitos" }),
  });
}

export function resolveSeveral(rows: readonly Ticket[]): Promise<boolean> {
  return moveSeveral(rows, {
    ask: (tickets) => call(severalTickets.resolve, { tickets }),
    leaves: true,
    done: (count) => plural(count, { one: "# atendimento resolvido", other: "# atendimentos resolvidos" }),
    refused: (count) =>
      plural(count, { one: "# atendimento não foi resolvido", other: "# atendimentos não foram resolvidos" }),
  });
}

/** Whether an answer came; what was written for who takes over is still there when none did. */
export function transferSeveral(rows: readonly Ticket[], { note, ...to }: Handover): Promise<boolean> {
  return moveSeveral(rows, {
    ask: (tickets) => call(severalTickets.transfer, { tickets, ...to, note: note || undefined }),
    leaves: true,
    done: (count) => plural(count, { one: "# atendimento transferido", other: "# atendimentos transferidos" }),
    refused: (count) =>
      plural(count, { one: "# atendimento não foi transferido", other: "# atendimentos não foram transferidos" }),
  });
}

type Seen = { id: number; was: Pick<Ticket, "status" | "userId" | "queueId"> };

interface Moving {
  ask: (tickets: Seen[]) => Promise<{ outcomes: MovedOutcome[] }>;
  /** The desk is clear then, as after the same move of the open ticket alone. */
  leaves?: boolean;
  done: (count: number) => string;
  refused: (count: number) => string;
}

function moveSeveral(rows: readonly Ticket[], { ask, leaves, done, refused }: Moving): Promise<boolean> {
  let left: Ticket | null = null;
  return together({
    rows,
    nameOf,
    done,
    refused,
    ask: (ids) =>
      askFor(ids, async () => {
        const answer = await ask(seenOf(rows, ids));
        const moved = noteMoved(answer.outcomes), open = store.get(openTicketAtom);
        if (leaves && open && moved.some(({ id }) => id === open.id)) {
          left = open;
          go({ uuid: null });
        }
        return answer;
      }),
    undo: (outcomes) => void undoSeveral(rows, outcomes, left),
  });
}

/** Takes back the moves, and leads back to the one that was open before them. */
async function undoSeveral(rows: readonly Ticket[], done: readonly MovedOutcome[], left: Ticket | null) {
  const moveIds = new Map(done.map(({ id, moved }) => [id, moved!.move.id]));
  let isBack = false;
  await together({
    rows: rows.filter(({ id }) => moveIds.has(id)),
    nameOf,
    ask: (ids) =>
      askFor(ids, async () => {
        const answer = await call(severalTickets.undo, {
          tickets: ids.map((id) => ({ id, moveId: moveIds.get(id)! })),
        });
        isBack ||= noteMoved(answer.outcomes).some(({ id }) => id === left?.id);
        return answer;
      }),
    done: () => t`Desfeito`,
    refused: notUndone,
  });
  if (left && isBack) go({ uuid: left.uuid });
}

/** Puts tags on several tickets; which can be undone. Says whether an answer came. */
export function tagSeveral(rows: readonly Ticket[], tagIds: readonly number[]): Promise<boolean> {
  return together({
    rows,
    nameOf,
    ask: (ids) => changeTags(ids.map((id) => ({ id, add: [...tagIds] }))),
    done: (count) =>
      plural(count, { one: "Tags de # atendimento alteradas", other: "Tags de # atendimentos alteradas" }),
    refused: (count) =>
      plural(count, { one: "# atendimento ficou sem as tags", other: "# atendimentos ficaram sem as tags" }),
    undo: (outcomes) => void untag(rows, outcomes),
  });
}

/** Takes off exactly what was new on each. */
async function untag(rows: readonly Ticket[], done: readonly TaggedOutcome[]) {
  const changes = new Map(done.map(({ id, add, remove }) => [id, { id, add: remove, remove: add }]));
  await together({
    rows: rows.filter(({ id }) => changes.has(id)),
    nameOf,
    ask: (ids) => changeTags(ids.map((id) => changes.get(id)!)),
    done: () => t`Desfeito`,
    refused: notUndone,
  });
}

function notUndone(count: number): string {
  return plural(count, {
    one: "# atendimento não voltou a ser como era",
    other: "# atendimentos não voltaram a ser como eram",
  });
}

async function changeTags(changes: { id: number; add?: number[]; remove?: number[] }[]) {
  const answer = await call(severalTickets.tag, { tickets: changes });
  for (const { ticket } of answer.outcomes) if (ticket) noteTicket(ticket);
  return answer;
}

/** What becomes of these; their buttons wait meanwhile, and those that were refused are shown as they stand now. */
async function askFor<A extends { outcomes: Outcome[] }>(ids: readonly number[], ask: () => Promise<A>): Promise<A> {
  const answer = await whileMoving(ids, ask);
  for (const { id, error } of answer.outcomes) if (error) void showAnew(id);
  return answer;
}

function noteMoved(outcomes: readonly MovedOutcome[]): Ticket[] {
  const moved = outcomes.flatMap(({ moved }) => moved ?? []).map(({ move: _, ...ticket }) => ticket);
  moved.forEach(noteTicket);
  return moved;
}

function seenOf(rows: readonly Ticket[], ids: readonly number[]): Seen[] {
  return rows.filter(({ id }) => ids.includes(id)).map(({ id, status, userId, queueId }) => ({
    id,
    was: { status, userId, queueId },
  }));
}

function nameOf({ contact }: Ticket): string {
  return contact.name || formatNumber(contact.number);
}
