import * as z from "zod/mini";
import { Ids, Outcomes } from "./bulk.ts";
import { del, get, post, put } from "./call.ts";
import { Id, PageNumber, SearchParam, typed } from "./fields.ts";
import { Revision, Was } from "./revisions.ts";
import { sorting } from "./sorting.ts";

/** A tag as a ticket shows it. */
export const TagRef = z.object({ id: Id, name: z.string(), color: z.string() });
export type TagRef = z.infer<typeof TagRef>;

export const Tag = z.extend(TagRef, {
  /** How many tickets carry it, closed ones too. */
  ticketsCount: z.int(),
  /** Who made it; null once they are gone. */
  userId: z.nullable(Id),
  revision: Revision,
});
export type Tag = z.infer<typeof Tag>;

export const TagForm = z.object({
  name: typed(3, 50),
  /** `#rrggbb`. */
  color: z.pipe(z.string().check(z.regex(/^#[0-9a-f]{6}$/i)), z.transform((text: string) => text.toLowerCase())),
});

export const TAG_SORTS = ["name", "ticketsCount"] as const;

export const tags = {
  all: get("/tags/list", "All tags by name, to choose from", { scope: "tickets", answer: z.array(TagRef) }),
  list: get("/tags/", "A page of tags by name, unless sorted otherwise", {
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber, ...sorting(TAG_SORTS) }),
    answer: z.object({ tags: z.array(Tag), hasMore: z.boolean() }),
  }),
  show: get("/tags/:id", "One tag", { answer: Tag }),
  add: post("/tags", "Add a tag", { body: TagForm, answer: Tag }),
  change: put("/tags/:id", "Rename a tag or give it another colour", {
    body: z.extend(TagForm, { was: Was }),
    answer: Tag,
  }),
  remove: del("/tags/:id", "Delete a tag; the tickets that carry it lose it"),
  removeMany: post("/tags/bulk/delete", "Delete up to 500 tags, each by itself", {
    body: z.object({ ids: Ids }),
    answer: Outcomes,
  }),
};
