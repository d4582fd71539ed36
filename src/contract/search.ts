import * as z from "zod/mini";
import { get } from "./call.ts";
import { Contact } from "./contacts.ts";
import { Id, Moment, QueryIds, QueryInt, SearchParam } from "./fields.ts";
import { MessageKind, Ticket } from "./tickets.ts";
import { Day } from "./hours.ts";

/** What can be searched, in the order of the screen. */
export const SEARCHED = ["messages", "contacts", "notes", "files"] as const;
export type Searched = (typeof SEARCHED)[number];

/** One thing that was found. */
export const Found = z.object({
  /** The message's, contact's or note's. */
  id: Id,
  contact: Contact,
  /** Where it is; for a contact the newest ticket that the person may see, if there is any. */
  ticket: z.nullable(Ticket),
  /** The message to open at; null for what is no message. */
  messageId: z.nullable(Id),
  kind: MessageKind,
  /** The matching piece of its text or file name; what matched stands between \u0002 and \u0003. */
  snippet: z.string(),
  fromMe: z.boolean(),
  /** The attendant, or the member of a group, who wrote it; empty for the contact and the bot. */
  author: z.string(),
  at: Moment,
});
export type Found = z.infer<typeof Found>;

export const SearchQuery = z.object({
  searchParam: SearchParam,
  in: z._default(z.optional(z.enum(SEARCHED)), "messages"),
  /** Written by the contact, by anybody of the company, or by one user. */
  from: z.optional(z.union([z.enum(["contact", "company"]), QueryInt])),
  queueIds: z.optional(QueryIds),
  tags: z.optional(QueryIds),
  /** YYYY-MM-DD in the company's time zone, both days included. */
  since: z.optional(Day),
  until: z.optional(Day),
  /** The `next` of the page before. */
  after: z.optional(QueryInt),
});

export const search = {
  find: get("/search", "Full-text search with filters, newest first; contacts by name", {
    scope: "tickets",
    query: SearchQuery,
    answer: z.object({
      found: z.array(Found),
      /** Where the next page begins; null when there is none. A page may be short, or even empty, and yet not the last. */
      next: z.nullable(z.int()),
    }),
  }),
};
