import { msg, t } from "@lingui/core/macro";
import { type FormEvent, useRef } from "react";
import { QueueForm, type WholeQueue } from "../../src/contract/whole_queues.ts";
import type { CallError } from "../request.ts";
import { errorText } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";
import { type Draft, type Files, saveFile, saveQueue } from "./queues.ts";
import type { DraftState } from "./useDraftState.ts";

export interface DraftOptions {
  /** Without one, a new queue is added. */
  opened?: WholeQueue;
  /** What a new queue begins with. */
  fresh: Pick<Draft, "color" | "schedules">;
  /** One of the options wants to be looked at. */
  onOption: () => void;
  /** Somebody has saved it meanwhile, and what to do about that was not said yet. */
  onUndecided: () => void;
  onClose: () => void;
}

export type DraftForm = ReturnType<typeof useDraftForm>["form"];

/** A draft's fields, and its saving: the queue with its options first, then their files, one after the other. */
export function useDraftForm(state: DraftState, options: DraftOptions, lookAfter: (refusal: CallError) => void) {
  const { opened, fresh, onUndecided, onClose } = options;
  const { seen, theirs, tree } = state;
  const isOver = useRef(false);
  const openOption = (id: number) => {
    state.setEditing(id);
    options.onOption();
  };
  const form = useForm(QueueForm, {
    start: opened ? fieldsOf(opened) : { name: "", greetingMessage: "", outOfHoursMessage: "", ...fresh },
    words: { taken: msg`Já em uso em outra fila` },
    refused: (error) => {
      const isAbout = seen && (error.code === "ERR_QUEUE_CHANGED" || error.code === "ERR_NO_QUEUE_FOUND");
      if (isAbout) lookAfter(error);
      return Boolean(isAbout);
    },
    submit: async ({ greetingMessage = "", outOfHoursMessage = "", schedules = [], ...rest }) => {
      const untitled = tree.find(({ title }) => title.trim() === "");
      if (untitled) {
        openOption(untitled.id);
        return toast.error(t`Dê um título a cada opção.`);
      }
      if (theirs && !isOver.current) return onUndecided();
      const over = theirs === "gone" ? undefined : theirs ?? seen;
      const saved = await saveQueue(over, { ...rest, greetingMessage, outOfHoursMessage, schedules }, tree);
      // When a file fails, a second try is about this queue and these options.
      if (!await saveFiles(state.keepSaved(saved), { onSaved: state.setFiles, onRefused: openOption })) return;
      toast.success(t`Fila salva com sucesso.`);
      onClose();
    },
  });
  return {
    form,
    /** Spread over the `<form>`. */
    props: {
      ...form.props,
      onSubmit: (event: FormEvent) => {
        void form.props.onSubmit(event).finally(() => void (isOver.current = false));
      },
    },
    saveOver: () => {
      isOver.current = true;
      form.props.ref.current?.requestSubmit();
    },
  };
}

export function fieldsOf({ name, color, greetingMessage, outOfHoursMessage, schedules, ...rest }: WholeQueue): Draft {
  const { toWebhookId, botMinutes, botMessage } = rest;
  return { name, color, greetingMessage, outOfHoursMessage, schedules, toWebhookId, botMinutes, botMessage };
}

interface FileSaving {
  onSaved: (rest: (now: Files) => Files) => void;
  onRefused: (id: number) => void;
}

/** Saves the files that wait, up to the first that is refused; says whether all are saved. */
async function saveFiles(waiting: Files, { onSaved, onRefused }: FileSaving): Promise<boolean> {
  for (const [id, file] of waiting) {
    try {
      await saveFile(id, file);
    } catch (error) {
      onRefused(id);
      toast.error(file ? t`A fila foi salva, mas ${file.name} não: ${errorText(error)}` : errorText(error));
      return false;
    }
    onSaved((now) => new Map([...now].filter(([other]) => other !== id)));
  }
  return true;
}
