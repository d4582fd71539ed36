import { plural, t } from "@lingui/core/macro";
import { type QueueRow, queues } from "../../src/contract/queues.ts";
import { type QueueSave, type WholeQueue, wholeQueues } from "../../src/contract/whole_queues.ts";
import { queueOptions } from "../../src/contract/queue_options.ts";
import { call, upload } from "../call.ts";
import { pagedList } from "../list/pagedList.ts";
import { applyChange } from "../list/rows.ts";
import { onEvent } from "../live.ts";
import { CallError } from "../request.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { nodesOf } from "./saving.ts";
import type { Tree } from "./tree.ts";

/** The company's queues by name, kept live. */
export const queueList = pagedList(queues.list, { rows: (answer): readonly QueueRow[] => answer });

const byName = (one: QueueRow, other: QueueRow) => one.name.localeCompare(other.name);
onEvent("queue", (change) => queueList.change((rows) => applyChange(rows, change, byName)));

/** A queue with its options, as it is stored now. */
export const openQueue = (id: number): Promise<WholeQueue> => call(wholeQueues.show, { id });

/** What the dialog's fields hold. */
export type Draft = Omit<QueueSave, "options" | "was">;

/** Files to go along with options from now on, by the options' ids; null takes one off. */
export type Files = ReadonlyMap<number, File | null>;

/** Saves a queue with its tree, over what its maker saw of it; a new one without that. */
export async function saveQueue(
  seen: WholeQueue | undefined,
  draft: Draft,
  tree: Tree,
): Promise<WholeQueue> {
  const sent = { ...draft, options: nodesOf(tree, seen?.options ?? []) };
  return await (seen
    ? call(wholeQueues.change, { id: seen.id, was: seen.revision, ...sent })
    : call(wholeQueues.add, sent));
}

/** Sets the file that goes along with an option, or takes it off. */
export async function saveFile(id: number, file: File | null): Promise<void> {
  await (file ? upload(queueOptions.setFile, { id }, [file]) : call(queueOptions.dropFile, { id }));
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
