import * as z from "zod/mini";
import { get } from "./call.ts";
import { Id } from "./fields.ts";

/** A queue as other nouns show it. */
export const QueueRef = z.object({ id: Id, name: z.string(), color: z.string() });
export type QueueRef = z.infer<typeof QueueRef>;

/** Colour of a ticket without a queue (spec 1 §9). */
export const NO_QUEUE_COLOR = "#7C7C7C";

export const queues = {
  list: get("/queue", "The company's queues", { answer: z.array(QueueRef) }),
};
