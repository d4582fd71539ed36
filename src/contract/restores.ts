import * as z from "zod/mini";
import { del, get, post } from "./call.ts";
import { Id, Moment } from "./fields.ts";
import { MessageKind } from "./tickets.ts";

/** One of the newest messages of a moment, to know it again by. */
export const SeenMessage = z.object({
  id: Id,
  at: Moment,
  contact: z.string(),
  kind: MessageKind,
  body: z.string(),
  fromMe: z.boolean(),
});
export type SeenMessage = z.infer<typeof SeenMessage>;

/** A company's state of an earlier moment, ready to take the place of the one that it has. */
export const ReadyState = z.object({
  moment: Moment,
  messages: z.int(),
  /** Files that neither the company nor the backup has. */
  missing: z.int(),
  /** The backup has a gap after it: nothing later can be reached. */
  hasGap: z.boolean(),
  /** The newest was asked for, and the backup does not have what the company has written since: it cannot be stored now. */
  isBehind: z.boolean(),
  newestMessages: z.array(SeenMessage),
});
export type ReadyState = z.infer<typeof ReadyState>;

export const Restores = z.object({
  /** There is a key, and a place that backups go to. */
  isOn: z.boolean(),
  /** Between which moments it can be brought back; null where nothing is there yet. */
  oldest: z.nullable(Moment),
  newest: z.nullable(Moment),
  /** Until when the state was the company's that is kept aside, for undoing; null for none. */
  asideFrom: z.nullable(Moment),
  state: z.enum(["idle", "preparing", "ready", "failed"]),
  ready: z.nullable(ReadyState),
});
export type Restores = z.infer<typeof Restores>;

const Put = z.object({
  /** Which moment the company is as of now. */
  moment: Moment,
  /** How many things wait for an administrator's word. */
  held: z.int(),
  /** E-mail addresses: whose account is there again, without a password; is somebody else's by now; is gone. */
  withoutPassword: z.array(z.string()),
  taken: z.array(z.string()),
  gone: z.array(z.string()),
});
export type Put = z.infer<typeof Put>;

const SUPER = { who: "companies:edit" } as const;

export const restores = {
  show: get("/companies/:id/restores", "What a company can be brought back to, and what is ready", {
    ...SUPER,
    answer: Restores,
  }),
  prepare: post("/companies/:id/restores", "Make the state of a moment ready to be looked at; nothing is changed yet", {
    ...SUPER,
    /** Null = the newest that there is. */
    body: z.object({ at: z.nullable(Moment) }),
    answer: Restores,
  }),
  discard: del("/companies/:id/restores", "Throw away what was made ready", { ...SUPER, answer: Restores }),
  apply: post(
    "/companies/:id/restores/apply",
    "Put what is ready in the place of the company's state, which is kept aside",
    {
      ...SUPER,
      /** Which moment its maker has seen. */
      body: z.object({ moment: Moment }),
      answer: Put,
    },
  ),
  undo: post("/companies/:id/restores/undo", "Bring back the state that was set aside last", { ...SUPER, answer: Put }),
};
