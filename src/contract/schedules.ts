import * as z from "zod/mini";
import { Ids, Outcomes } from "./bulk.ts";
import { del, get, post, put } from "./call.ts";
import { Id, Moment, PageNumber, QueryInt, SearchParam, typed } from "./fields.ts";
import { LONGEST_TEXT } from "./messages.ts";
import { Revision, Was } from "./revisions.ts";
import { sorting } from "./sorting.ts";
import { ChosenTemplate } from "./templates.ts";
import { UserRef } from "./users.ts";

/** Waiting for its time or for the network; taken by the network; failed (behaviour.md, Schedules). */
export const ScheduleStatus = z.enum(["PENDENTE", "ENVIADA", "ERRO"]);
export type ScheduleStatus = z.infer<typeof ScheduleStatus>;

export const Schedule = z.object({
  id: Id,
  body: z.string(),
  contactId: Id,
  contact: z.object({ id: Id, name: z.string() }),
  /** The connection it was given; null: that of the contact's ticket, else the default one. */
  whatsappId: z.nullable(Id),
  userId: z.nullable(Id),
  user: z.nullable(UserRef),
  sendAt: Moment,
  /** When the network took it; null until then. */
  sentAt: z.nullable(Moment),
  status: ScheduleStatus,
  /** Why it was not sent, as an error code; null otherwise. */
  failure: z.nullable(z.string()),
  /** It is in the contact's thread already, waiting for the connection, and can be changed no more. */
  isTaken: z.boolean(),
  /** The approved text by which it goes, at the Cloud API; null for a text of one's own. */
  template: z.nullable(ChosenTemplate),
  revision: Revision,
});
export type Schedule = z.infer<typeof Schedule>;

/** `YYYY-MM-DD HH:mm[:ss]` (or with a T between) in the company's time zone, or ISO 8601 with a zone. */
const SendAt = z.string().check(
  z.regex(
    /^(20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)?$/,
  ),
);

export const ScheduleForm = z.object({
  body: typed(5, LONGEST_TEXT),
  contactId: Id,
  sendAt: SendAt,
  whatsappId: z.optional(z.nullable(Id)),
  /** At the Cloud API, where the customer may have been silent for a day by then; `body` is how it reads. */
  template: z.optional(z.nullable(ChosenTemplate)),
  /** Sent along by older clients; who is logged in and what was sent is known anyway. */
  userId: z.optional(z.nullable(Id)),
  sentAt: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
});

export const SCHEDULE_SORTS = ["contact", "body", "sendAt", "status"] as const;

export const schedules = {
  list: get("/schedules/", "A page of scheduled messages, those that are due last first unless sorted otherwise", {
    query: z.object({
      searchParam: SearchParam,
      pageNumber: PageNumber,
      contactId: z.optional(QueryInt),
      ...sorting(SCHEDULE_SORTS),
    }),
    answer: z.object({ schedules: z.array(Schedule), hasMore: z.boolean() }),
  }),
  show: get("/schedules/:id", "One scheduled message", { answer: Schedule }),
  add: post("/schedules", "Schedule a message to a contact", { body: ScheduleForm, answer: Schedule }),
  change: put("/schedules/:id", "Change a message that was not sent yet; a failed one waits again", {
    body: z.extend(ScheduleForm, { was: Was }),
    answer: Schedule,
  }),
  remove: del("/schedules/:id", "Delete a scheduled message"),
  removeMany: post("/schedules/bulk/delete", "Delete up to 500 scheduled messages, each by itself", {
    body: z.object({ ids: Ids }),
    answer: Outcomes,
  }),
};
