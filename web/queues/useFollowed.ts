import { useEffect } from "react";
import type { Change } from "../../src/contract/events.ts";
import type { QueueRow } from "../../src/contract/queues.ts";
import type { WholeQueue } from "../../src/contract/whole_queues.ts";
import { onEvent, onResync } from "../live.ts";
import { CallError } from "../request.ts";
import { useSteady } from "../ui/useSteady.ts";
import { openQueue } from "./queues.ts";

/** How a queue is stored now, or that it was deleted. */
export type Stored = WholeQueue | "gone";

interface Follower {
  /** Nothing before a new queue is saved. */
  id: number | undefined;
  /** An own save is under way: it learns by its answer. */
  isBusy: boolean;
  /** Called when somebody has saved or deleted it; `refusal` when an own save has found that out. */
  learn: (now: Stored, refusal?: CallError) => void;
  /** Called when another queue, or a person, was deleted to which an option may lead. */
  forget: (target: "toQueueId" | "toUserId", id: number) => void;
}

/** Learns of every change of a queue. Answers what asks for it after a refusal, too. */
export function useFollowed({ id, isBusy, learn, forget }: Follower): { lookAfter: (refusal: CallError) => void } {
  const steady = useSteady({
    learn,
    look: (refusal?: CallError) => {
      if (id === undefined) return;
      // Without an answer nothing is known; the next save will say so.
      void read(id).then((now) => steady.learn(now, refusal), () => {});
    },
    forget,
    follow: (change: Change<QueueRow>) => {
      if (change.action === "delete" && change.id !== id) forget("toQueueId", change.id);
      if (isBusy || id !== (change.action === "delete" ? change.id : change.record.id)) return;
      if (change.action === "delete") learn("gone");
      else steady.look();
    },
    resync: () => isBusy || steady.look(),
  });
  useEffect(() => {
    const offs = [
      onEvent("queue", steady.follow),
      onEvent("user", (change) => change.action === "delete" && steady.forget("toUserId", change.id)),
      onResync(steady.resync),
    ];
    return () => offs.forEach((off) => off());
  }, [steady]);
  return { lookAfter: steady.look };
}

async function read(id: number): Promise<Stored> {
  try {
    return await openQueue(id);
  } catch (error) {
    if (error instanceof CallError && error.code === "ERR_NO_QUEUE_FOUND") return "gone";
    throw error;
  }
}
