import * as z from "zod/mini";
import { get, post } from "./call.ts";
import { Id, Moment } from "./fields.ts";

/** How a file came into the place of another, or into that of none. */
export const HoldReason = z.enum(["restore", "undo", "recover", "import", "move"]);
export type HoldReason = z.infer<typeof HoldReason>;

/** Messages, schedules, campaigns, what the API has accepted, and what webhooks are to be told. */
export const HELD_KINDS = ["message", "schedule", "campaign", "request", "delivery"] as const;
export const HeldKind = z.enum(HELD_KINDS);
export type HeldKind = z.infer<typeof HeldKind>;

/** What would have gone out, and waits for somebody's word (behaviour.md, Backups, restoring). */
export const Hold = z.object({
  id: Id,
  why: HoldReason,
  at: Moment,
  /** Which moment the company is back at. */
  moment: Moment,
  /** How many of each kind still wait for the word. */
  counts: z.object({ message: z.int(), schedule: z.int(), campaign: z.int(), request: z.int(), delivery: z.int() }),
  /** When the oldest of the messages was written; null where there is none. */
  oldest: z.nullable(Moment),
});
export type Hold = z.infer<typeof Hold>;

const ADMIN = { who: "settings-page:edit" } as const;
const Decided = z.object({
  /** What went, or was let go. */
  done: z.int(),
  /** What could not go any more: a connection is gone, or a campaign lacks something. */
  failed: z.int(),
});

export const holding = {
  show: get("/holding", "What is held since the company was brought back, if anything is", {
    ...ADMIN,
    answer: z.object({ hold: z.nullable(Hold) }),
  }),
  send: post("/holding/:id/send", "Let all of it go out now", { ...ADMIN, answer: Decided }),
  drop: post("/holding/:id/drop", "Let none of it go out", { ...ADMIN, answer: Decided }),
};
