import { useEffect, useRef, useState } from "react";
import type { QueueRow } from "../../src/contract/queues.ts";
import type { WholeQueue } from "../../src/contract/whole_queues.ts";
import { onEvent, onResync } from "../live.ts";
import { openQueue } from "./queues.ts";
import { reachedFrom } from "./reach.ts";
import type { Tree } from "./tree.ts";

/** Queues with their options by their ids; null for one that could not be read. */
type Known = ReadonlyMap<number, WholeQueue | null>;

/**
 * The queues to which customers come from a tree, by whatever others, as they are stored: each is read when a tree leads to
 * it, and again when somebody saves it. Until all are there, `isWhole` is false.
 */
export function useReached(ownId: number, tree: Tree, rows: readonly QueueRow[]): { known: Known; isWhole: boolean } {
  const [known, setKnown] = useState<Known>(new Map());
  const asked = useRef(new Set<number>());
  const isThere = (id: number) => rows.some((row) => row.id === id);
  const missing = reachedFrom(ownId, tree, (id) => known.get(id)?.options ?? [])
    .filter((id) => isThere(id) && !known.has(id));
  const read = (id: number) => {
    asked.current.add(id);
    openQueue(id).then(
      (queue) => setKnown((now) => (now.get(id)?.revision ?? 0) > queue.revision ? now : new Map(now).set(id, queue)),
      () => setKnown((now) => now.has(id) ? now : new Map(now).set(id, null)),
    );
  };
  useEffect(() => {
    for (const id of missing) if (!asked.current.has(id)) read(id);
  }, [missing.join()]);
  useEffect(() => {
    const offs = [
      onEvent("queue", (change) => {
        if (change.action !== "delete" && asked.current.has(change.record.id)) read(change.record.id);
      }),
      onResync(() => asked.current.forEach(read)),
    ];
    return () => offs.forEach((off) => off());
  }, []);
  return { known, isWhole: missing.length === 0 };
}
