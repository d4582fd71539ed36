import { useState } from "react";
import type { WholeQueue } from "../../src/contract/whole_queues.ts";
import type { Files } from "./queues.ts";
import { idsAfter, withIds } from "./saving.ts";
import { type Tree, withChange } from "./tree.ts";
import type { Stored } from "./useFollowed.ts";

export type DraftState = ReturnType<typeof useDraftState>;

/** What is known of a queue that is being edited, but for what its fields hold. */
export function useDraftState(opened: WholeQueue | undefined) {
  /** What the draft began with, over which it is saved; nothing before a new queue is saved first. */
  const [seen, setSeen] = useState(opened);
  const [theirs, setTheirs] = useState<Stored>();
  const [tree, setTree] = useState<Tree>(opened?.options ?? []);
  const [files, setFiles] = useState<Files>(new Map());
  const [editing, setEditing] = useState<number | null>(null);
  const [isChanged, setChanged] = useState(false);

  /** Makes a saved queue what is seen, and its ids the options'; answers the files that wait for them. */
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

  /** Begins anew with a queue as it is stored. */
  const begin = (now: WholeQueue) => {
    setSeen(now);
    setTheirs(undefined);
    setTree(now.options);
    setFiles(new Map());
    setChanged(false);
    setEditing(now.options.some(({ id }) => id === editing) ? editing : null);
  };

  const setFile = (id: number, file: File | null) => {
    const about = file && { name: file.name, mimetype: file.type || "application/octet-stream", size: file.size };
    setFiles((now) => new Map(now).set(id, file));
    setTree((now) => withChange(now, id, { file: about }));
    setChanged(true);
  };

  return {
    ...{ seen, setSeen, theirs, setTheirs, tree, setTree, files, setFiles, editing, setEditing, isChanged, setChanged },
    keepSaved,
    begin,
    setFile,
  };
}
