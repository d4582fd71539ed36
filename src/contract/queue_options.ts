import * as z from "zod/mini";
import { del, get, post, put } from "./call.ts";
import { Id, typed, written } from "./fields.ts";
import { TO_OUTSIDE_BOT, TO_OUTSIDE_BOT_SENT } from "./to_outside_bot.ts";

/**
 * What happens after an option without further options has said its message; `bill` sends a second copy of open bills, `bot`
 * gives the customer to an outside bot.
 */
export const EndAction = z.enum(["human", "queue", "user", "close", "bill", "bot"]);
export type EndAction = z.infer<typeof EndAction>;

/** A file that goes along with an option's message. */
export const OptionFile = z.object({ name: z.string(), mimetype: z.string(), size: z.int() });
export type OptionFile = z.infer<typeof OptionFile>;

/** A node of a queue's option tree (spec 2 §3). */
export const QueueOption = z.object({
  id: Id,
  queueId: Id,
  /** Null at the top. */
  parentId: z.nullable(Id),
  /** The place among its siblings, from 1. */
  option: z.int().check(z.positive()),
  title: z.string(),
  message: z.string(),
  action: EndAction,
  /** Where `queue` leads; null when that queue is gone, and then a human takes over. */
  toQueueId: z.nullable(Id),
  /** Whom `user` names; null when they are gone, and then a human takes over. */
  toUserId: z.nullable(Id),
  /** Whom `bot` names. */
  ...TO_OUTSIDE_BOT,
  file: z.nullable(OptionFile),
});
export type QueueOption = z.infer<typeof QueueOption>;

/** A parent's id; -1 and null are the top (spec 2 §7). */
const ParentId = z.pipe(
  z.nullable(z.union([Id, z.literal(-1)])),
  z.transform((id: number | null) => id === -1 ? null : id),
);

/** What the bot says is a message: as long as one may be. */
const BotText = written(4096);

const OptionParts = {
  title: typed(1, 100),
  message: z.optional(BotText),
  action: z.optional(EndAction),
  toQueueId: z.optional(z.nullable(Id)),
  toUserId: z.optional(z.nullable(Id)),
  ...TO_OUTSIDE_BOT_SENT,
};

/** The largest tree: more is a maze for whoever is asked. */
export const MOST_OPTIONS = 500, DEEPEST = 20;

/** An option of a tree that is saved whole; one that is new has no id yet. */
export const TreeNode = z.object({
  ...OptionParts,
  id: z.nullable(Id),
  /** The place of its parent in the list, which comes before it; null at the top. Siblings are in their order. */
  parent: z.nullable(z.int().check(z.minimum(0))),
});
export type TreeNode = z.infer<typeof TreeNode>;

/** A queue's whole tree, as it is sent. */
export const SentTree = z.array(TreeNode).check(z.maxLength(MOST_OPTIONS));

export const queueOptions = {
  list: get("/queue-options", "The options below a parent, or at the top (parentId -1)", {
    who: "queues-page:edit",
    query: z.object({
      queueId: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
      parentId: z.pipe(z._default(z.optional(z.string().check(z.regex(/^(-1|\d{1,9})$/))), "-1"), z.transform(Number)),
    }),
    answer: z.array(QueueOption),
  }),
  add: post("/queue-options", "Add an option; last of its siblings unless it says where", {
    who: "queues-page:edit",
    body: z.object({
      ...OptionParts,
      queueId: Id,
      parentId: z.optional(ParentId),
      option: z.optional(z.int().check(z.positive())),
    }),
    answer: QueueOption,
  }),
  change: put("/queue-options/:id", "Change an option; what is left out stays", {
    who: "queues-page:edit",
    body: z.object({
      ...OptionParts,
      title: z.optional(OptionParts.title),
      option: z.optional(z.int().check(z.positive())),
    }),
    answer: QueueOption,
  }),
  remove: del("/queue-options/:id", "Delete an option with all below it; its later siblings move up", {
    who: "queues-page:edit",
  }),
  tree: get("/queue/:id/options", "A queue's whole tree, parents before their children", {
    who: "queues-page:edit",
    answer: z.array(QueueOption),
  }),
  saveTree: put(
    "/queue/:id/options",
    "Save a queue's whole tree at once; answers it in the order in which it was sent",
    {
      who: "queues-page:edit",
      /** `was`: the queue's revision that its maker saw; when there is a later one, nothing is saved. */
      body: z.object({ options: SentTree, was: z.optional(z.int()) }),
      answer: z.array(QueueOption),
    },
  ),
  setFile: post("/queue-options/:id/file", "The file that goes along with an option's message", {
    who: "queues-page:edit",
    files: "medias",
    answer: QueueOption,
  }),
  dropFile: del("/queue-options/:id/file", "No file goes along any more", {
    who: "queues-page:edit",
    answer: QueueOption,
  }),
};
