import type { BotQueue } from "../../src/shared/bot/situation.ts";
import { USUAL_MINUTES } from "../../src/shared/bot/minutes.ts";
import { isWholeWeek } from "../hours/week.ts";
import type { ToBot } from "./OutsideBot.tsx";
import type { Draft } from "./queues.ts";
import { lostFiles } from "./saving.ts";
import type { Tree } from "./tree.ts";
import { type DraftOptions, useDraftForm } from "./useDraftForm.ts";
import { useDraftNews } from "./useDraftNews.ts";
import { useDraftState } from "./useDraftState.ts";

export type QueueDraft = ReturnType<typeof useQueueDraft>;

/** What a queue is called by before it has an id. */
const UNSAVED = 999_999_999;

/**
 * A queue as it is being edited. As long as nothing is typed it follows what others save; from then on their save is kept
 * beside it as `theirs`, and nothing is saved before the person has taken one or the other.
 */
export function useQueueDraft(options: DraftOptions) {
  const state = useDraftState(options.opened);
  const { form, props, saveOver } = useDraftForm(state, options, (refusal) => lookAfter(refusal));
  const { take, lookAfter } = useDraftNews(state, form, options.onClose);
  const { seen, theirs, tree, files, editing, setEditing, isChanged, setFile } = state;
  const { name = "", greetingMessage = "", outOfHoursMessage = "", schedules = [] } = form.values;
  const { toWebhookId = null, botMinutes = USUAL_MINUTES, botMessage = "" } = form.values;
  const id = seen?.id ?? UNSAVED;
  /** As customers would meet it if it were saved now. */
  const shown: BotQueue & ToBot = {
    id,
    name,
    greetingMessage,
    outOfHoursMessage,
    schedules: isWholeWeek(schedules) ? schedules : [],
    ...{ toWebhookId, botMinutes, botMessage },
  };

  return {
    ...{ id, form, props, saveOver, seen, theirs, take, tree, editing, setEditing, isChanged, setFile, shown },
    /** Files that the tree shows but that a save over theirs would not bring back. */
    lost: theirs ? lostFiles(tree, theirs === "gone" ? [] : theirs.options, new Set(files.keys())) : [],
    change: (name: keyof Draft, value: unknown) => {
      form.change(name, value);
      state.setChanged(true);
    },
    changeTree: (next: Tree) => {
      state.setTree(next);
      state.setChanged(true);
    },
  };
}
