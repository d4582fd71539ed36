// Long, as one contract: lists of contacts with their sheets, and all that is asked of them.
import * as z from "zod/mini";
import { Ids, Outcomes } from "./bulk.ts";
import { del, get, post, put } from "./call.ts";
import { Id, Moment, PageNumber, QueryInt, SearchParam, typed } from "./fields.ts";
import { Email, PhoneNumber } from "./contacts.ts";
import { Revision, Was } from "./revisions.ts";
import { sorting } from "./sorting.ts";

/** A list of people to send campaigns to (spec 3 §3). */
export const ContactList = z.object({
  id: Id,
  name: z.string(),
  contactsCount: z.int(),
  createdAt: Moment,
  revision: Revision,
});
export type ContactList = z.infer<typeof ContactList>;

export const ContactListForm = z.object({ name: typed(2, 50) });

/** What a sheet says of somebody besides name, number and e-mail: each column is a variable of campaigns. */
export const Columns = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)));
export type Columns = z.infer<typeof Columns>;
export const MOST_COLUMNS = 30;

/** Somebody on a list. */
export const ListItem = z.object({
  id: Id,
  contactListId: Id,
  companyId: Id,
  name: z.string(),
  /** Digits; empty for none. */
  number: z.string(),
  email: z.string(),
  /** What the network said of the number in the last 30 days; null when it was not asked. */
  isWhatsappValid: z.nullable(z.boolean()),
  /** They want nothing more of campaigns. */
  isOptedOut: z.boolean(),
  columns: Columns,
  revision: Revision,
});
export type ListItem = z.infer<typeof ListItem>;

export const ListItemForm = z.object({
  name: typed(2, 50),
  number: z._default(z.optional(z.nullable(PhoneNumber)), ""),
  email: z._default(z.optional(z.nullable(Email)), ""),
  columns: z.optional(Columns),
  contactListId: Id,
  /** Sent along by older clients; whose list it is is known anyway. */
  companyId: z.optional(z.nullable(Id)),
});

export const LIST_ITEM_SORTS = ["name", "number", "email"] as const;

/** A sheet for a list: at most so many bytes, as many when unpacked, and so many rows. */
export const LIST_SHEET = {
  mostBytes: 20 * 1024 * 1024,
  mostUnpacked: 200 * 1024 * 1024,
  mostRows: 100_000,
} as const;

export const ImportState = z.enum(["reading", "running", "done", "failed", "undone"]);
export type ImportState = z.infer<typeof ImportState>;
export const ImportRowOutcome = z.enum(["updated", "same", "refused"]);
export type ImportRowOutcome = z.infer<typeof ImportRowOutcome>;

/** Why a row of a sheet was refused. */
export const ROW_REASONS = [
  "no_number",
  /** Excel has made 5.51199E+12 of it. */
  "rounded",
  "too_short",
  "too_long",
  /** A formula whose value was not kept, or that makes a number. */
  "formula",
  /** `detail` has the line that it repeats. */
  "repeated",
  "no_name",
  "name_too_long",
  "bad_email",
] as const;
export type RowReason = typeof ROW_REASONS[number];

/** Which columns of a sheet were taken for what, by their titles, or by their letters where it has no head; null for none. */
export const FoundColumns = z.object({
  name: z.nullable(z.string()),
  number: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Each is a variable of campaigns. */
  further: z.array(z.string()),
});
export type FoundColumns = z.infer<typeof FoundColumns>;

/** Columns behind these are not looked at: a sheet may claim sixteen thousand of them. */
export const MOST_WIDTH = 60;
const ColumnPlace = z.int().check(z.minimum(0), z.maximum(MOST_WIDTH - 1));

/** Which columns of a sheet are what, counted from 0. Every further one that has a title is a variable, unless it is left out. */
export const ChosenColumns = z.object({
  name: ColumnPlace,
  number: ColumnPlace,
  email: z.nullable(ColumnPlace),
  leftOut: z.array(ColumnPlace).check(z.maxLength(MOST_WIDTH)),
}).check(z.refine(({ name, number, email }) => name !== number && email !== name && email !== number));
export type ChosenColumns = z.infer<typeof ChosenColumns>;

/** What is in a sheet, before it is imported. */
export const SheetLook = z.object({
  /** Whether its first line is taken for titles. */
  hasHead: z.boolean(),
  rows: z.int(),
  columns: z.array(z.object({
    /** Empty where it has none. */
    title: z.string(),
    /** How sheets call it: A, B … */
    letter: z.string(),
    /** What stands in its first lines that have something there. */
    samples: z.array(z.string()),
  })),
  /** What the columns are taken for, unless somebody says otherwise; null for none. */
  guessed: z.object({ name: z.nullable(z.int()), number: z.nullable(z.int()), email: z.nullable(z.int()) }),
});
export type SheetLook = z.infer<typeof SheetLook>;

/** A sheet that is read into a list in the background. */
export const ListImport = z.object({
  id: Id,
  contactListId: Id,
  fileName: z.string(),
  state: ImportState,
  /** An error code, when it has failed. */
  failure: z.nullable(z.string()),
  /** Null until the sheet was read. */
  found: z.nullable(FoundColumns),
  rowsRead: z.int(),
  created: z.int(),
  updated: z.int(),
  same: z.int(),
  refused: z.int(),
  createdAt: Moment,
  endedAt: z.nullable(Moment),
});
export type ListImport = z.infer<typeof ListImport>;

export const ListImportRow = z.object({
  line: z.int(),
  outcome: ImportRowOutcome,
  name: z.string(),
  /** As it was written. */
  number: z.string(),
  reason: z.nullable(z.enum(ROW_REASONS)),
  detail: z.nullable(z.string()),
});
export type ListImportRow = z.infer<typeof ListImportRow>;

/** Why a check asks nothing at the moment: another list's comes first, no connection is there, or it is enough for a day. */
export const CheckWaits = z.enum(["turn", "disconnected", "restricted", "tomorrow"]);
export type CheckWaits = z.infer<typeof CheckWaits>;

/** The network is asked about all numbers of a list, slowly, in the background. */
export const ListCheck = z.object({
  contactListId: Id,
  state: z.enum(["running", "done", "stopped"]),
  /** Of `total` numbers on the list, of how many it is known whether they have WhatsApp. */
  checked: z.int(),
  total: z.int(),
  waits: z.nullable(CheckWaits),
  /** When it goes on, while it waits for the next day. */
  goesOnAt: z.nullable(Moment),
  begunAt: Moment,
  endedAt: z.nullable(Moment),
  /** When it will be over, as things stand; null while nobody can say. */
  endsAt: z.nullable(Moment),
});
export type ListCheck = z.infer<typeof ListCheck>;

const CAMPAIGNS = { who: "campaigns:edit", needs: "campaigns" } as const;
const pages = { searchParam: SearchParam, pageNumber: PageNumber };

export const contactLists = {
  list: get("/contact-lists", "A page of contact lists by name", {
    ...CAMPAIGNS,
    query: z.object({ ...pages, ...sorting(["name", "contactsCount"]) }),
    answer: z.object({ records: z.array(ContactList), hasMore: z.boolean() }),
  }),
  names: get("/contact-lists/list", "All contact lists, to choose from", {
    ...CAMPAIGNS,
    query: z.object({ companyId: z.optional(z.string()) }),
    answer: z.array(ContactList),
  }),
  show: get("/contact-lists/:id", "One contact list", { ...CAMPAIGNS, answer: ContactList }),
  add: post("/contact-lists", "Add a contact list", { ...CAMPAIGNS, body: ContactListForm, answer: ContactList }),
  change: put("/contact-lists/:id", "Rename a contact list", {
    ...CAMPAIGNS,
    body: z.extend(ContactListForm, { was: Was }),
    answer: ContactList,
  }),
  remove: del("/contact-lists/:id", "Delete a contact list; a campaign that runs keeps its recipients", CAMPAIGNS),
  columns: get("/contact-lists/:id/columns", "The further columns that people on a list have, and how many have each", {
    ...CAMPAIGNS,
    answer: z.array(z.object({ name: z.string(), filled: z.int() })),
  }),
};

export const listItems = {
  list: get("/contact-list-items", "A page of the people on a list, by name unless sorted otherwise", {
    ...CAMPAIGNS,
    query: z.object({ ...pages, contactListId: QueryInt, ...sorting(LIST_ITEM_SORTS) }),
    answer: z.object({ contacts: z.array(ListItem), hasMore: z.boolean(), count: z.int() }),
  }),
  show: get("/contact-list-items/:id", "One of them", { ...CAMPAIGNS, answer: ListItem }),
  add: post("/contact-list-items", "Put somebody on a list", { ...CAMPAIGNS, body: ListItemForm, answer: ListItem }),
  change: put("/contact-list-items/:id", "Change somebody on a list", {
    ...CAMPAIGNS,
    body: z.extend(ListItemForm, { was: Was }),
    answer: ListItem,
  }),
  remove: del("/contact-list-items/:id", "Take somebody off a list", {
    who: "contacts-page:deleteContact",
    needs: "campaigns",
  }),
  removeMany: post("/contact-list-items/bulk/delete", "Take up to 500 people off a list, each by itself", {
    who: "contacts-page:deleteContact",
    needs: "campaigns",
    body: z.object({ ids: Ids }),
    answer: Outcomes,
  }),
};

/** Spreadsheets that are read into lists in the background. */
export const listImports = {
  look: post("/contact-lists/:id/upload/columns", "What columns a spreadsheet has, to choose before it is imported", {
    ...CAMPAIGNS,
    files: "file",
    answer: SheetLook,
  }),
  upload: post("/contact-lists/:id/upload", "Read a spreadsheet (.xls, .xlsx, .csv) into a list, in the background", {
    ...CAMPAIGNS,
    /** Left out: what its titles and contents say. */
    body: z.object({ columns: z.optional(ChosenColumns) }),
    files: "file",
    answer: ListImport,
  }),
  imports: get("/contact-lists/:id/imports", "The last imports into a list, the newest first", {
    ...CAMPAIGNS,
    answer: z.array(ListImport),
  }),
  importRows: get("/contact-list-imports/:id/rows", "Up to 1000 rows of an import that were not simply new, by line", {
    ...CAMPAIGNS,
    query: z.object({ outcome: z.optional(ImportRowOutcome), after: z._default(z.optional(QueryInt), 0) }),
    answer: z.object({ rows: z.array(ListImportRow), hasMore: z.boolean() }),
  }),
  undoImport: post("/contact-list-imports/:id/undo", "Take back what an import did, but for what was changed since", {
    ...CAMPAIGNS,
    answer: ListImport,
  }),
};

/** Whether the numbers of a whole list have WhatsApp. */
export const listChecks = {
  show: get("/contact-lists/:id/check", "How far the check of a list's numbers has come; null where there was none", {
    ...CAMPAIGNS,
    answer: z.object({ check: z.nullable(ListCheck) }),
  }),
  begin: post("/contact-lists/:id/check", "Ask the network about all numbers of a list, slowly, in the background", {
    ...CAMPAIGNS,
    answer: ListCheck,
  }),
  stop: post("/contact-lists/:id/check/stop", "Ask about no more of them; what is known stays", {
    ...CAMPAIGNS,
    answer: ListCheck,
  }),
};
