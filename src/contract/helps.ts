import * as z from "zod/mini";
import { videoCode } from "../shared/video.ts";
import { del, get, post, put } from "./call.ts";
import { Id, PageNumber, SearchParam, typed } from "./fields.ts";
import { Revision, Was } from "./revisions.ts";

/** Something that the provider explains to everybody (spec 2 §3, Help). */
export const Help = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  /** The code of a film at YouTube; empty for none. */
  video: z.string(),
  revision: Revision,
});
export type Help = z.infer<typeof Help>;

export const HelpForm = z.object({
  title: typed(2, 100),
  description: typed(0, 5000),
  /** A code, or a link to the film; empty for none. */
  video: z.pipe(
    z.pipe(z.string().check(z.maxLength(300)), z.transform((text: string) => text.trim())),
    z.pipe(
      z.string().check(z.refine((text) => text === "" || videoCode(text) !== undefined)),
      z.transform((text: string) => videoCode(text) ?? ""),
    ),
  ),
});

export const helps = {
  list: get("/helps/list", "What the provider explains, in the order in which it was written", {
    answer: z.array(Help),
  }),
  search: get("/helps", "A page of it, by a word in its title or text", {
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: z.object({ helps: z.array(Help), hasMore: z.boolean() }),
  }),
  add: post("/helps", "Add an explanation", { who: "helps:edit", body: HelpForm, answer: Help }),
  change: put("/helps/:id", "Change an explanation", {
    who: "helps:edit",
    body: z.extend(HelpForm, { was: Was }),
    answer: Help,
  }),
  remove: del("/helps/:id", "Delete an explanation", { who: "helps:edit" }),
};
