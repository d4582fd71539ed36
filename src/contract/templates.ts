import * as z from "zod/mini";
import { get, post } from "./call.ts";
import { Id, Moment } from "./fields.ts";
import { Message } from "./messages.ts";

/** What a template says; `{{1}}` or `{{name}}` stand for what is filled in. */
export const TemplateParts = z.object({
  /** What stands above: a text, or the kind of file that belongs there (image, video, document). */
  header: z.nullable(z.object({ format: z.string(), text: z.string() })),
  body: z.string(),
  footer: z.string(),
  buttons: z.array(z.object({ type: z.string(), text: z.string(), url: z.string() })),
});
export type TemplateParts = z.infer<typeof TemplateParts>;

/** A text that WhatsApp has approved, or not yet, for writing to somebody first. */
export const Template = z.object({
  id: Id,
  name: z.string(),
  /** As WhatsApp names it: pt_BR. */
  language: z.string(),
  category: z.string(),
  /** APPROVED can be sent; others say why not. */
  status: z.string(),
  parts: TemplateParts,
  /** The names or numbers of what is to be filled in, by place. */
  blanks: z.object({ header: z.array(z.string()), body: z.array(z.string()), buttons: z.array(z.string()) }),
  /** It can be sent from here: approved, and without a file at its head. */
  isSendable: z.boolean(),
  fetchedAt: Moment,
});
export type Template = z.infer<typeof Template>;

/** The longest text that goes into a blank (Cloud API). */
export const LONGEST_BLANK = 1024;
const Filled = z.array(z.string().check(z.minLength(1), z.maxLength(LONGEST_BLANK), z.regex(/\S/))).check(
  z.maxLength(50),
);

/** A template's blanks as they are filled in, in the order in which they stand. */
export const TemplateFilled = z.object({
  header: z._default(Filled, []),
  body: z._default(Filled, []),
  buttons: z._default(Filled, []),
});

/** A template as it was chosen for later, with what fills its blanks. */
export const ChosenTemplate = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(512)),
  language: z.string().check(z.minLength(1), z.maxLength(20)),
  filled: TemplateFilled,
});
export type ChosenTemplate = z.infer<typeof ChosenTemplate>;

export const templates = {
  list: get("/whatsapp/:id/templates", "A connection's approved texts", {
    query: z.object({ fresh: z.optional(z.string()) }),
    answer: z.array(Template),
  }),
  send: post("/messages/:ticketId/template", "Write to a ticket's contact by an approved text", {
    body: z.object({ templateId: Id, filled: TemplateFilled, localId: z.optional(z.string().check(z.maxLength(60))) }),
    answer: Message,
  }),
};
