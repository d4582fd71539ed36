import * as z from "zod/mini";
import { Ids, Outcomes } from "./bulk.ts";
import { Channel } from "./channels.ts";
import { del, get, post, put } from "./call.ts";
import { Id, Moment, PageNumber, QueryInt, SearchParam, typed } from "./fields.ts";
import { Revision, Was } from "./revisions.ts";
import { sorting } from "./sorting.ts";

export const Contact = z.object({
  id: Id,
  name: z.string(),
  /** Digits only; empty when only a WhatsApp LID is known. */
  number: z.string(),
  email: z.string(),
  isGroup: z.boolean(),
  profilePicUrl: z.nullable(z.string()),
  /** Where somebody without a number writes; only where contacts are listed or looked at one by one. */
  channel: z.optional(Channel),
});
export type Contact = z.infer<typeof Contact>;

/** By which id a channel knows somebody: a page's or an account's, a visitor's, or WhatsApp's own. */
export const ChannelId = z.object({ channel: Channel, id: z.string() });
export type ChannelId = z.infer<typeof ChannelId>;

/** As webhooks tell of a contact. */
export interface ContactOutside extends Omit<Contact, "number"> {
  /** Null where nobody knows it, as with people of Instagram. */
  number: string | null;
  /** Of somebody without a number; empty for others. */
  channelIds: ChannelId[];
}

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
export const MOST_DIGITS = 15;
const LONGEST_NUMBER = 50;
export const FEWEST_DIGITS = 8;

/** A phone number as people type it; its digits are kept. A hidden number stays empty. */
export const PhoneNumber = z.pipe(
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

export const Email = z.pipe(
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

/** A spreadsheet of contacts has at most so many rows and bytes, and is sent in portions of so many rows. */
export const SHEET = { mostRows: 20_000, mostBytes: 10 * 1024 * 1024, portion: 500 };

/** A cell is sent up to one character more than the longest that is taken, so that a portion stays below LARGEST_JSON. */
export const LONGEST_CELL = 201;
const SheetCell = z.string().check(z.maxLength(LONGEST_CELL));

/** A row of a spreadsheet as it was written there; its line is counted from 1. */
export const SheetRow = z.object({
  line: z.int().check(z.positive()),
  name: SheetCell,
  number: SheetCell,
  email: SheetCell,
});
export type SheetRow = z.infer<typeof SheetRow>;

/** What Excel makes of a long number when it writes a .csv: most of its digits are lost. */
const ROUNDED = /^\s*\d+([.,]\d+)?E\+?\d+\s*$/i;

/** What a row must be for a contact to come of it. A name or an e-mail that is empty leaves a known contact's as it is. */
export const SheetRowForm = z.object({
  name: typed(0, 50),
  number: z.pipe(z.string().check(z.refine((text) => !ROUNDED.test(text))), PhoneNumber),
  email: Email,
});

const SheetRows = z.object({ rows: z.array(SheetRow).check(z.minLength(1), z.maxLength(SHEET.portion)) });

/** What becomes of a row; a contact is the same one by its number. */
export const RowOutcome = z.object({
  line: z.int(),
  outcome: z.enum(["created", "updated", "same", "refused"]),
  /** The number as it is kept; as it was written where it is refused. */
  number: z.string(),
  /** How the known contact was called before. */
  was: z.optional(z.string()),
  /** What is wrong with a refused row, as in an ErrorAnswer. */
  fields: z.optional(z.record(z.string(), z.string())),
});
export type RowOutcome = z.infer<typeof RowOutcome>;
const RowOutcomes = z.object({ outcomes: z.array(RowOutcome) });

/** A contact as a row of a spreadsheet. */
export const ContactRecord = z.extend(z.pick(Contact, { id: true, name: true, number: true, email: true }), {
  extraInfo: z.array(z.pick(ExtraInfo, { name: true, value: true })),
});
export type ContactRecord = z.infer<typeof ContactRecord>;

const TagIds = z._default(z.array(Id).check(z.maxLength(100)), []);

export const CONTACT_SORTS = ["name", "number", "email"] as const;

export const contacts = {
  list: get("/contacts", "Contacts by name, unless sorted otherwise", {
    scope: "contacts",
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber, ...sorting(CONTACT_SORTS) }),
    answer: z.object({ contacts: z.array(Contact), hasMore: z.boolean() }),
  }),
  names: get("/contacts/list", "All contacts by name, to choose from", {
    answer: z.array(z.object({ id: Id, name: z.string() })),
  }),
  export: get("/contacts/export", "Up to 1000 of the contacts that a search finds, with what is known of them", {
    whenOverdue: true,
    who: "contacts-page:exportContacts",
    // By the last id that one has: no name that changes meanwhile makes a contact come twice or never.
    query: z.object({ searchParam: SearchParam, after: z._default(z.optional(QueryInt), 0) }),
    answer: z.object({ contacts: z.array(ContactRecord), hasMore: z.boolean() }),
  }),
  exportMany: post(
    "/contacts/bulk/export",
    "Up to 500 contacts, with what is known of them; those that are gone are left out",
    {
      who: "contacts-page:exportContacts",
      body: z.object({ ids: Ids }),
      answer: z.object({ contacts: z.array(ContactRecord) }),
    },
  ),
  show: get("/contacts/:id", "One contact with its extra information", { scope: "contacts", answer: ContactDetails }),
  add: post("/contacts", "Add a contact whose number the network knows", {
    scope: "contacts",
    body: ContactForm,
    answer: ContactDetails,
  }),
  change: put("/contacts/:id", "Change a contact", {
    scope: "contacts",
    body: z.extend(ContactForm, { was: Was }),
    answer: ContactDetails,
  }),
  importPhone: post("/contacts/import", "Make contacts of those whom the linked phones know", {
    answer: z.object({ added: z.int(), known: z.int() }),
  }),
  previewRows: post("/contacts/import/preview", "What would become of up to 500 rows of a spreadsheet; makes nothing", {
    body: SheetRows,
    answer: RowOutcomes,
  }),
  importRows: post("/contacts/import/rows", "Make or change contacts by up to 500 rows of a spreadsheet, by number", {
    body: SheetRows,
    answer: RowOutcomes,
  }),
  remove: del("/contacts/:id", "Delete a contact with its closed tickets", { who: "contacts-page:deleteContact" }),
  removeMany: post("/contacts/bulk/delete", "Delete up to 500 contacts, each by itself", {
    who: "contacts-page:deleteContact",
    body: z.object({ ids: Ids }),
    answer: Outcomes,
  }),
  tagMany: post(
    "/contacts/bulk/tag",
    "Put tags on, and take others off, the present or else latest ticket of up to 500 contacts",
    {
      body: z.object({ ids: Ids, add: TagIds, remove: TagIds }),
      answer: Outcomes,
    },
  ),
};
