import { t } from "@lingui/core/macro";
import type { WholeQueue } from "../../src/contract/whole_queues.ts";
import type { CallError } from "../request.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import type { Draft } from "./queues.ts";
import { withoutTarget } from "./tree.ts";
import { type DraftForm, fieldsOf } from "./useDraftForm.ts";
import type { DraftState } from "./useDraftState.ts";
import { type Stored, useFollowed } from "./useFollowed.ts";

/** What others do to a queue that is being edited: taken at once as long as nothing is typed, kept beside the draft from then on. */
export function useDraftNews(state: DraftState, form: DraftForm, onClose: () => void) {
  const { seen, theirs, isChanged } = state;

  const take = (now: WholeQueue) => {
    state.begin(now);
    for (const [name, value] of Object.entries(fieldsOf(now))) form.change(name as keyof Draft, value);
  };

  /** The queue is now like this; `refusal` when that was found out by a save. */
  const learn = (now: Stored, refusal?: CallError) => {
    if (now === "gone") {
      if (isChanged) return state.setTheirs(now);
      toast.warning(t`Esta fila foi excluída.`);
      return onClose();
    }
    const newest = Math.max(seen?.revision ?? 0, theirs && theirs !== "gone" ? theirs.revision : 0);
    if (now.revision < newest) return;
    const isOther = now.revision > (seen?.revision ?? 0);
    if (!isChanged) take(now);
    else if (isOther) state.setTheirs(now);
    if (refusal && !(isChanged && isOther)) showError(refusal);
  };

  const { lookAfter } = useFollowed({
    id: seen?.id,
    isBusy: form.busy,
    learn,
    forget: (target, id) => {
      state.setTree((now) => withoutTarget(now, target, id));
      state.setSeen((now) => now && { ...now, options: withoutTarget(now.options, target, id) });
    },
  });

  return { take, lookAfter };
}
