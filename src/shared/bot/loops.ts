import type { BotOption, Desk } from "./situation.ts";

/** The options without others below them: where a queue's tree ends. */
function leavesOf(desk: Desk, queueId: number, parentId: number | null = null): BotOption[] {
  return desk.below(queueId, parentId).flatMap((option) =>
    desk.below(queueId, option.id).length > 0 ? leavesOf(desk, queueId, option.id) : [option]
  );
}

/** The queues that a queue's options lead to. */
function nextOf(desk: Desk, queueId: number): number[] {
  const named = leavesOf(desk, queueId).flatMap(({ action, toQueueId }) =>
    action === "queue" && toQueueId !== null && desk.queue(toQueueId) ? [toQueueId] : []
  );
  return [...new Set(named)];
}

/** The shortest way by which a customer comes back to a queue, from it to it; nothing when none does. */
export function circleFrom(desk: Desk, start: number): number[] | undefined {
  const seen = new Set<number>();
  let ways = [[start]];
  while (ways.length > 0) {
    ways = ways.flatMap((way) => nextOf(desk, way.at(-1)!).map((next) => [...way, next]));
    const closed = ways.find((way) => way.at(-1) === start);
    if (closed) return closed;
    ways = ways.filter((way) => !seen.has(way.at(-1)!));
    for (const way of ways) seen.add(way.at(-1)!);
  }
}

/** Whether some answer leads to a person or to the end, by whatever queues. */
export function hasWayOut(desk: Desk, queueId: number, tried = new Set<number>()): boolean {
  if (tried.has(queueId)) return false;
  tried.add(queueId);
  const leaves = leavesOf(desk, queueId);
  if (leaves.length === 0) return true;
  return leaves.some(({ action, toQueueId }) =>
    action !== "queue" || toQueueId === null || !desk.queue(toQueueId) || hasWayOut(desk, toQueueId, tried)
  );
}
