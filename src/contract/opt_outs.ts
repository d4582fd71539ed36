import * as z from "zod/mini";
import { Ids, Outcomes } from "./bulk.ts";
import { del, get, post } from "./call.ts";
import { PhoneNumber } from "./contacts.ts";
import { Id, Moment, PageNumber, QueryInt, SearchParam } from "./fields.ts";

/** How somebody said so: by an answer, to a person of the company, in a list from elsewhere, at the network, by the API. */
export const OptOutSource = z.enum(["answer", "hand", "import", "network", "api"]);
export type OptOutSource = z.infer<typeof OptOutSource>;

/** A number that gets nothing more of campaigns, of whatever channel (behaviour.md, Campaigns). */
export const OptOut = z.object({
  id: Id,
  /** Digits; empty when its contact was erased, and only a keyed hash is kept. */
  number: z.string(),
  /** How the contact is called; empty for none. */
  name: z.string(),
  source: OptOutSource,
  channel: z.string(),
  campaign: z.nullable(z.object({ id: Id, name: z.string() })),
  user: z.nullable(z.object({ id: Id, name: z.string() })),
  at: Moment,
});
export type OptOut = z.infer<typeof OptOut>;

const CAMPAIGNS = { who: "campaigns:edit", needs: "campaigns" } as const;
const LongNumber = z.string().check(z.maxLength(60));

export const optOuts = {
  list: get("/opt-outs", "A page of the numbers that get no campaigns, the newest first", {
    scope: "contacts",
    ...CAMPAIGNS,
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: z.object({ records: z.array(OptOut), hasMore: z.boolean(), count: z.int() }),
  }),
  export: get("/opt-outs/export", "Up to 1000 of them, by id", {
    ...CAMPAIGNS,
    query: z.object({ after: z._default(z.optional(QueryInt), 0) }),
    answer: z.object({ records: z.array(OptOut), hasMore: z.boolean() }),
  }),
  add: post("/opt-outs", "Note that a number wants no campaigns; one that is noted stays as it is", {
    scope: "contacts",
    ...CAMPAIGNS,
    body: z.object({ number: PhoneNumber }),
    answer: OptOut,
  }),
  addRows: post("/opt-outs/import/rows", "Note up to 500 numbers from a list; answers which were refused", {
    ...CAMPAIGNS,
    body: z.object({
      rows: z.array(z.object({ line: z.int().check(z.positive()), number: LongNumber })).check(
        z.minLength(1),
        z.maxLength(500),
      ),
    }),
    answer: z.object({ added: z.int(), known: z.int(), refused: z.array(z.int()) }),
  }),
  remove: del("/opt-outs/:id", "Let campaigns reach a number again, because its owner has asked for it", {
    ...CAMPAIGNS,
    scope: "contacts",
  }),
  removeMany: post("/opt-outs/bulk/delete", "The same for up to 500 numbers", {
    ...CAMPAIGNS,
    body: z.object({ ids: Ids }),
    answer: Outcomes,
  }),
};
