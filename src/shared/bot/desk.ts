import type { BotOption, BotQueue, Desk } from "./situation.ts";

export interface WrittenDesk {
  queues: BotQueue[];
  options: BotOption[];
  /** Who serves which queues; everybody serves all where nothing is said. */
  people?: { id: number; name?: string; queueIds: number[] }[];
  /** Whether customers' bills can be looked up; taken for granted where nothing is said. */
  hasBillSystem?: boolean;
  /** The company's webhooks, behind which outside bots may be. */
  webhooks?: { id: number; name: string; isActive: boolean }[];
}

/** A desk of what is before somebody's eyes, saved or not. */
export function deskOf({ queues, options, people, webhooks = [] }: WrittenDesk): Desk {
  const queueById = new Map(queues.map((queue) => [queue.id, queue]));
  const optionById = new Map(options.map((option) => [option.id, option]));
  const below = Map.groupBy(options, ({ queueId, parentId }) => `${queueId}/${parentId}`);
  for (const siblings of below.values()) siblings.sort((a, b) => a.option - b.option);
  return {
    queue: (id) => queueById.get(id),
    option: (id) => optionById.get(id),
    below: (queueId, parentId) => below.get(`${queueId}/${parentId}`) ?? [],
    serves: (userId, queueId) =>
      !people || people.some(({ id, queueIds }) => id === userId && queueIds.includes(queueId)),
    outsideBot: (webhookId) => webhooks.find(({ id, isActive }) => id === webhookId && isActive),
  };
}
