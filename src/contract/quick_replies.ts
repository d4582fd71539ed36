import * as z from "zod/mini";
import { Ids, Outcomes } from "./bulk.ts";
import { del, get, post, put } from "./call.ts";
import { Id, typed } from "./fields.ts";
import { Revision, Was } from "./revisions.ts";

/** A prepared answer of the company. */
export const QuickReply = z.object({
  id: Id,
  shortcode: z.string(),
  message: z.string(),
  /** Who wrote it; null once they are gone. */
  userId: z.nullable(Id),
  revision: Revision,
});
export type QuickReply = z.infer<typeof QuickReply>;

export const QuickReplyForm = z.object({ shortcode: typed(3, 50), message: typed(3, 500) });

export const quickReplies = {
  list: get("/quick-messages/list", "The company's quick replies by shortcode", { answer: z.array(QuickReply) }),
  add: post("/quick-messages", "Add a quick reply", { body: QuickReplyForm, answer: QuickReply }),
  change: put("/quick-messages/:id", "Change a quick reply", {
    body: z.extend(QuickReplyForm, { was: Was }),
    answer: QuickReply,
  }),
  remove: del("/quick-messages/:id", "Delete a quick reply"),
  removeMany: post("/quick-messages/bulk/delete", "Delete up to 500 quick replies, each by itself", {
    body: z.object({ ids: Ids }),
    answer: Outcomes,
  }),
};
