import { msg, t } from "@lingui/core/macro";
import { type FormEvent, useRef, useState } from "react";
import { QueueForm, type WholeQueue } from "../../src/contract/whole_queues.ts";
import type { CallError } from "../request.ts";
import { errorText, showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";
import { type Draft, type Files, saveFile, saveQueue } from "./queues.ts";
import { idsAfter, lostFiles, withIds } from "./saving.ts";
import { type Tree, withChange, withoutTarget } from "./tree.ts";
import { type Stored, useFollowed } from "./useFollowed.ts";

interface DraftOptions {
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

/**
 * A queue as it is being edited. As long as nothing is typed it follows what others save; from then on their save is kept
 * beside it as `theirs`, and nothing is saved before the person has taken one or the other.
 */
export function useQueueDraft({ opened, fresh, onOption, onUndecided, onClose }: DraftOptions) {
  /** What the draft began with, over which it is saved; nothing before a new queue is saved first. */
  const [seen, setSeen] = useState(opened);
  const [theirs, setTheirs] = useState<Stored>();
  const [tree, setTree] = useState<Tree>(opened?.options ?? []);
  const [files, setFiles] = useState<Files>(new Map());
  const [editing, setEditing] = useState<number | null>(null);
  const [isChanged, setChanged] = useState(false);
  const isOver = useRef(false);

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
        setEditing(untitled.id);
        onOption();
        return toast.error(t`Dê um título a cada opção.`);
      }
      if (theirs && !isOver.current) return onUndecided();
      const over = theirs === "gone" ? undefined : theirs ?? seen;
      const saved = await saveQueue(over, { ...rest, greetingMessage, outOfHoursMessage, schedules }, tree);
      // When a file fails, a second try is about this queue and these options.
      if (!await saveFiles(keepSaved(saved))) return;
      toast.success(t`Fila salva com sucesso.`);
      onClose();
    },
  });

  const keepSaved = (saved: WholeQueue): Files => {
    const ids = idsAfter(tree, saved.options);
    const waiting = new Map([...files].flatMap(([id, file]) => ids.has(id) ? [[ids.get(id)!, file]] : []));
    setSeen(saved);
    setTheirs(undefined);
    setTree(withIds(tree, ids));
    setFiles(waiting);
    setEditing(editing === null ? null : ids.get(editing) ?? null);
    return waiting;
  };

  const saveFiles = async (waiting: Files): Promise<boolean> => {
    for (const [id, file] of waiting) {
      try {
        await saveFile(id, file);
      } catch (error) {
        setEditing(id);
        onOption();
        toast.error(file ? t`A fila foi salva, mas ${file.name} não: ${errorText(error)}` : errorText(error));
        return false;
      }
      setFiles((now) => new Map([...now].filter(([other]) => other !== id)));
    }
    return true;
  };

  const take = (now: WholeQueue) => {
    setSeen(now);
    setTheirs(undefined);
    setTree(now.options);
    setFiles(new Map());
    setChanged(false);
    setEditing(now.options.some(({ id }) => id === editing) ? editing : null);
    for (const [name, value] of Object.entries(fieldsOf(now))) form.change(name as keyof Draft, value);
  };

  /** The queue is now like this; `refusal` when that was found out by a save. */
  const learn = (now: Stored, refusal?: CallError) => {
    if (now === "gone") {
      if (isChanged) return setTheirs(now);
      toast.warning(t`Esta fila foi excluída.`);
      return onClose();
    }
    const newest = Math.max(seen?.revision ?? 0, theirs && theirs !== "gone" ? theirs.revision : 0);
    if (now.revision < newest) return;
    const isOther = now.revision > (seen?.revision ?? 0);
    if (!isChanged) take(now);
    else if (isOther) setTheirs(now);
    if (refusal && !(isChanged && isOther)) showError(refusal);
  };

  const { lookAfter } = useFollowed({
    id: seen?.id,
    isBusy: form.busy,
    learn,
    forget: (target, id) => {
      setTree((now) => withoutTarget(now, target, id));
      setSeen((now) => now && { ...now, options: withoutTarget(now.options, target, id) });
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
    seen,
    theirs,
    /** Files that the tree shows but that a save over theirs would not bring back. */
    lost: theirs ? lostFiles(tree, theirs === "gone" ? [] : theirs.options, new Set(files.keys())) : [],
    take,
    tree,
    editing,
    setEditing,
    isChanged,
    change: (name: keyof Draft, value: unknown) => {
      form.change(name, value);
      setChanged(true);
    },
    changeTree: (next: Tree) => {
      setTree(next);
      setChanged(true);
    },
    setFile: (id: number, file: File | null) => {
      const about = file && { name: file.name, mimetype: file.type || "application/octet-stream", size: file.size };
      setFiles((now) => new Map(now).set(id, file));
      setTree((now) => withChange(now, id, { file: about }));
      setChanged(true);
    },
  };
}

function fieldsOf({ name, color, greetingMessage, outOfHoursMessage, schedules }: WholeQueue): Draft {
  return { name, color, greetingMessage, outOfHoursMessage, schedules };
}
