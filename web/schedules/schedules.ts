import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { connections } from "../../src/contract/connections.ts";
import type { Change } from "../../src/contract/events.ts";
import { type Schedule, type SCHEDULE_SORTS, schedules, type ScheduleStatus } from "../../src/contract/schedules.ts";
import { type Template, templates } from "../../src/contract/templates.ts";
import { numberParts } from "../../src/shared/number_search.ts";
import { compareBy, type Order, type Value } from "../../src/shared/order.ts";
import { call } from "../call.ts";
import { together } from "../list/bulk.tsx";
import { folded } from "../list/folded.ts";
import { pagedList } from "../list/pagedList.ts";
import { applyFound } from "../list/rows.ts";
import { onEvent } from "../live.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

const SORTED_BY: Record<typeof SCHEDULE_SORTS[number], (schedule: Schedule) => Value> = {
  contact: ({ contact }) => contact.name,
  body: ({ body }) => body,
  sendAt: ({ sendAt }) => sendAt,
  status: ({ status }) => status,
};

/** The latest first, unless sorted otherwise. */
function orderOf({ sort, order }: { sort?: keyof typeof SORTED_BY; order?: Order }) {
  return sort ? compareBy(SORTED_BY[sort], order) : compareBy(SORTED_BY.sendAt, "desc");
}

/** The pages of scheduled messages, one list for each search, kept live. */
export const scheduleList = pagedList(schedules.list, {
  rows: (answer): readonly Schedule[] => answer.schedules,
  hasMore: (answer) => answer.hasMore,
});

/** The connections that a message may be given to. */
export const senderList = pagedList(connections.list, { rows: (answer) => answer });

/** What a connection at the Cloud API may write first. */
export const templateList = pagedList(templates.list, { rows: (answer): readonly Template[] => answer });

/** Shows a change from a call's answer or an event. */
export function noteSchedule(change: Change<Schedule>): void {
  scheduleList.change((rows, { searchParam = "", sort, order }, hasMore) => {
    // A contact's number is not in its schedules: of what was found by one, what is shown stays.
    const isShown = (id: number) => numberParts(searchParam) !== undefined && rows.some((row) => row.id === id);
    return applyFound(rows, change, {
      isFound: (schedule) => isFound(schedule, searchParam) || isShown(schedule.id),
      compare: orderOf({ sort, order }),
      hasMore,
    });
  });
}

/** As the server's search: every word is the beginning of one in the text, or every one of one in the name. */
export function isFound({ body, contact }: Pick<Schedule, "body" | "contact">, searchParam: string): boolean {
  const wanted = wordsOf(searchParam);
  const has = (text: string) => {
    const words = wordsOf(text);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
  return has(body) || has(contact.name);
}

function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

onEvent("schedule", noteSchedule);
onEvent("contact", (change) => {
  // Deleted, their messages are gone, too; merged into another, they are that one's now.
  if (change.action === "delete") return scheduleList.refresh();
  const { id, name } = change.record;
  scheduleList.change((rows, query) => {
    const renamed = rows.map((row) => row.contactId === id ? { ...row, contact: { id, name } } : row);
    return query.sort === "contact" ? renamed.toSorted(orderOf(query)) : renamed;
  });
});

const STATUS: Record<ScheduleStatus, MessageDescriptor> = {
  PENDENTE: msg`Pendente`,
  ENVIADA: msg`Enviada`,
  ERRO: msg`Erro`,
};

/** The status as people read it, capitalised (spec 1 §2.14). */
export function statusText({ status }: Pick<Schedule, "status">): string {
  return i18n._(STATUS[status]);
}

/** Deletes several after one question. */
export function removeSchedules(rows: readonly Schedule[]): Promise<boolean> {
  return together({
    rows,
    question: {
      title: plural(rows.length, { one: "Excluir # agendamento?", other: "Excluir # agendamentos?" }),
      text: t`As mensagens que ainda não saíram não serão mais enviadas. Isso não pode ser desfeito.`,
      yes: t`Excluir`,
      danger: true,
    },
    ask: (ids) => call(schedules.removeMany, { ids }),
    note: (id) => noteSchedule({ action: "delete", id }),
    nameOf: ({ contact }) => contact.name,
    done: (count) => plural(count, { one: "# agendamento excluído.", other: "# agendamentos excluídos." }),
    refused: (count) =>
      plural(count, { one: "# agendamento não foi excluído", other: "# agendamentos não foram excluídos" }),
  });
}

export async function removeSchedule({ id, contact }: Schedule): Promise<void> {
  const sure = await confirm({
    title: t`Excluir o agendamento?`,
    text: t`A mensagem para ${contact.name} não será mais enviada. Isso não pode ser desfeito.`,
    yes: t`Excluir`,
    danger: true,
  });
  if (!sure) return;
  try {
    await call(schedules.remove, { id });
    noteSchedule({ action: "delete", id });
    toast.success(t`Agendamento excluído com sucesso.`);
  } catch (error) {
    showError(error);
  }
}
