import * as z from "zod/mini";
import { get, post } from "./call.ts";
import { Id } from "./fields.ts";

/** How many months of money the cockpit shows, this one the last. */
export const COCKPIT_MONTHS = 12;

/** What happens in a company, as it was a few seconds ago. */
export const CompanyFigures = z.object({
  /** Connections that are connected, of those that should be. */
  linesUp: z.int(),
  linesTotal: z.int(),
  /** Tickets. */
  waiting: z.int(),
  open: z.int(),
  /** Since midnight in the company's own zone, in and out. */
  messagesToday: z.int(),
  /** ISO 8601; null when nobody has since this is noted. */
  lastLoginAt: z.nullable(z.string()),
  /** Bytes of files. */
  storage: z.int(),
  users: z.int(),
  connections: z.int(),
  queues: z.int(),
  /** False until they were counted for the first time. */
  isKnown: z.boolean(),
});
export type CompanyFigures = z.infer<typeof CompanyFigures>;

const Limit = z.nullable(z.int());

/** How a company's backup stands, at the place that has most of it. */
export const CompanyBackup = z.object({
  /** ISO 8601: since when no place has what was written; null while one has all of it. */
  since: z.nullable(z.string()),
  /** ISO 8601: up to when it was last shown that it can be restored; null while it never was. */
  provenAt: z.nullable(z.string()),
  /** Whether the last try to restore it went wrong. */
  hasFailed: z.boolean(),
});
export type CompanyBackup = z.infer<typeof CompanyBackup>;

export const CockpitCompany = z.object({
  id: Id,
  name: z.string(),
  isProviders: z.boolean(),
  /** False: blocked, nobody logs in. */
  status: z.boolean(),
  /** Its file cannot be read, and what is shown is what it was before. */
  isUnreadable: z.boolean(),
  /** Closed, because its file could not be brought to this version; the old one is as it was. */
  isNotUpgraded: z.boolean(),
  timeZone: z.string(),
  /** YYYY-MM-DD. */
  dueDate: z.nullable(z.string()),
  isOverdue: z.boolean(),
  /** It has not paid yet, and need not. */
  isOnTrial: z.boolean(),
  plan: z.nullable(
    z.object({ id: Id, name: z.string(), users: Limit, connections: Limit, queues: Limit, storage: Limit }),
  ),
  figures: CompanyFigures,
  /** What it owes: the earliest due date, and the sum of all (reais). */
  openInvoice: z.nullable(z.object({ id: Id, value: z.number(), dueDate: z.string() })),
  /** Null where there are no backups. */
  backup: z.nullable(CompanyBackup),
});
export type CockpitCompany = z.infer<typeof CockpitCompany>;

export const CockpitMonth = z.object({
  /** YYYY-MM. */
  month: z.string(),
  /** Reais: what is due in it, and what came in it. */
  expected: z.number(),
  received: z.number(),
});
export type CockpitMonth = z.infer<typeof CockpitMonth>;

export const Cockpit = z.object({ companies: z.array(CockpitCompany), months: z.array(CockpitMonth) });
export type Cockpit = z.infer<typeof Cockpit>;

export const cockpit = {
  show: get("/cockpit", "Every company at a glance, by name, and the money of the last months", {
    who: "cockpit:view",
    answer: Cockpit,
  }),
  export: post("/cockpit/export", "Have it noted that these figures are taken along as a file", {
    who: "cockpit:view",
  }),
};
