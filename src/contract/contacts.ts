import * as z from "zod/mini";
import { del, get, post, put } from "./call.ts";
import { Id, Moment, PageNumber, QueryInt, SearchParam, typed } from "./fields.ts";
import { Revision, Was } from "./revisions.ts";

export const Contact = z.object({
  id: Id,
  name: z.string(),
  /** Digits only; empty when only a WhatsApp LID is known. */
  number: z.string(),
  email: z.string(),
  isGroup: z.boolean(),
  profilePicUrl: z.nullable(z.string()),
});
export type Contact = z.infer<typeof Contact>;

export const ExtraInfo = z.object({ id: Id, name: z.string(), value: z.string() });

/** A contact with all that is known of it. */
export const ContactDetails = z.extend(Contact, {
  extraInfo: z.array(ExtraInfo),
  createdAt: Moment,
  updatedAt: Moment,
  revision: Revision,
});
export type ContactDetails = z.infer<typeof ContactDetails>;

/** The longest number a network knows (ITU-T E.164), in digits, and what may be typed for it. */
const MOST_DIGITS = 15;
const LONGEST_NUMBER = 50;
const FEWEST_DIGITS = 8;

/** A phone number as people type it; its digits are kept. A hidden number stays empty. */
const PhoneNumber = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(LONGEST_NUMBER)),
    z.transform((text: string) => text.replace(/\D/g, "")),
  ),
  z.string().check(z.maxLength(MOST_DIGITS), (payload) => {
    const { value } = payload;
    if (value !== "" && value.length < FEWEST_DIGITS) {
      payload.issues.push({
        code: "too_small",
        origin: "string",
        minimum: FEWEST_DIGITS,
        inclusive: true,
        input: value,
      });
    }
  }),
);

const Email = z.pipe(
  z.pipe(z.string().check(z.maxLength(200)), z.transform((text: string) => text.trim())),
  z.string().check((payload) => {
    if (payload.value === "" || z.email().safeParse(payload.value).success) return;
    payload.issues.push({ code: "invalid_format", format: "email", input: payload.value });
  }),
);

export const MOST_EXTRA_INFO = 30;

export const ContactForm = z.object({
  name: typed(2, 50),
  number: z._default(PhoneNumber, ""),
  email: z._default(Email, ""),
  extraInfo: z._default(
    z.array(z.object({ name: typed(1, 100), value: typed(1, 500) })).check(z.maxLength(MOST_EXTRA_INFO)),
    [],
  ),
});
export type ContactDraft = z.output<typeof ContactForm>;

/** A contact as a row of a spreadsheet. */
export const ContactRecord = z.extend(z.pick(Contact, { id: true, name: true, number: true, email: true }), {
  extraInfo: z.array(z.pick(ExtraInfo, { name: true, value: true })),
});
export type ContactRecord = z.infer<typeof ContactRecord>;

export const contacts = {
  list: get("/contacts", "Contacts by name", {
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: z.object({ contacts: z.array(Contact), hasMore: z.boolean() }),
  }),
  names: get("/contacts/list", "All contacts by name, to choose from", {
    answer: z.array(z.object({ id: Id, name: z.string() })),
  }),
  export: get("/contacts/export", "Up to 1000 of the contacts that a search finds, with what is known of them", {
    who: "contacts-page:exportContacts",
    // By the last id that one has: no name that changes meanwhile makes a contact come twice or never.
    query: z.object({ searchParam: SearchParam, after: z._default(z.optional(QueryInt), 0) }),
    answer: z.object({ contacts: z.array(ContactRecord), hasMore: z.boolean() }),
  }),
  show: get("/contacts/:id", "One contact with its extra information", { answer: ContactDetails }),
  add: post("/contacts", "Add a contact whose number the network knows", {
    body: ContactForm,
    answer: ContactDetails,
  }),
  change: put("/contacts/:id", "Change a contact", {
    body: z.extend(ContactForm, { was: Was }),
    answer: ContactDetails,
  }),
  importPhone: post("/contacts/import", "Make contacts of those whom the linked phones know", {
    answer: z.object({ added: z.int(), known: z.int() }),
  }),
  remove: del("/contacts/:id", "Delete a contact with its closed tickets", { who: "contacts-page:deleteContact" }),
};
