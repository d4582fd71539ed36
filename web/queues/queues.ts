import { plural, t } from "@lingui/core/macro";
import { type Queue, type QueueRow, queues } from "../../src/contract/queues.ts";
import { queueOptions } from "../../src/contract/queue_options.ts";
import { call, upload } from "../call.ts";
import { pagedList } from "../list/pagedList.ts";
import { applyChange } from "../list/rows.ts";
import { onEvent } from "../live.ts";
import { CallError } from "../request.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { nodesOf, type Tree } from "./tree.ts";

/** The company's queues by name, kept live. */
export const queueList = pagedList(queues.list, { rows: (answer): readonly QueueRow[] => answer });

const byName = (one: QueueRow, other: QueueRow) => one.name.localeCompare(other.name);
onEvent("queue", (change) => queueList.change((rows) => applyChange(rows, change, byName)));

/** What an opened queue dialog begins with. */
export interface Opened {
  queue: Queue;
  tree: Tree;
}

export async function openQueue(id: number): Promise<Opened> {
  const [queue, tree] = await Promise.all([call(queues.show, { id }), call(queueOptions.tree, { id })]);
  return { queue, tree };
}

export type Draft = Omit<Queue, "id">;

/** Files to go along with options from now on, by the options' ids; null takes one off. */
export type Files = ReadonlyMap<number, File | null>;

/** Saves a queue; a new one has no id yet. */
export async function saveQueue(id: number | null, draft: Draft): Promise<Queue> {
  return id === null ? await call(queues.add, draft) : await call(queues.change, { id, ...draft });
}

/** Saves a queue's tree and the files of its options. */
export async function saveOptions(queueId: number, tree: Tree, files: Files): Promise<void> {
  const saved = await call(queueOptions.saveTree, { id: queueId, options: nodesOf(tree) });
  for (const [optionId, file] of files) {
    const option = saved[tree.findIndex(({ id }) => id === optionId)];
    if (!option) continue;
    if (file) await upload(queueOptions.setFile, { id: option.id }, [file]);
    else await call(queueOptions.dropFile, { id: option.id });
  }
}

export async function removeQueue({ id, name }: QueueRow): Promise<void> {
  const sure = await confirm({
    title: t`Excluir ${name}?`,
    text: t`As opções do robô vão junto, e quem atende a fila deixa de atendê-la. Isso não pode ser desfeito.`,
    yes: t`Excluir`,
    danger: true,
  });
  if (!sure) return;
  try {
    await call(queues.remove, { id });
    queueList.change((rows) => applyChange(rows, { action: "delete", id }));
    toast.success(t`Fila excluída com sucesso.`);
  } catch (error) {
    const { tickets } = (error instanceof CallError ? error.detail ?? {} : {}) as { tickets?: number };
    if (tickets) {
      return toast.error(plural(tickets, {
        one: "Esta fila tem um atendimento em andamento. Resolva ou transfira antes de excluir.",
        other: "Esta fila tem # atendimentos em andamento. Resolva ou transfira antes de excluir.",
      }));
    }
    showError(error);
  }
}
