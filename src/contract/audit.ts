import * as z from "zod/mini";
import { isDay } from "../shared/clock.ts";
import { get } from "./call.ts";
import { Id, Moment, QueryInt, QueryNames, SearchParam } from "./fields.ts";

/** What is said of a secret, whose text nobody reads. */
export const SECRET_CHANGES = ["set", "changed", "cleared"] as const;
export type SecretChange = typeof SECRET_CHANGES[number];

/** What a field was and is, as texts; null where there was none, or is none any more. */
export const AuditChange = z.object({
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** Of a secret, which has neither. */
  secret: z.optional(z.enum(SECRET_CHANGES)),
});
export type AuditChange = z.infer<typeof AuditChange>;

/** One thing that somebody did. */
export const AuditEntry = z.object({
  id: Id,
  at: Moment,
  /** Null for the provider's people, who are not of the company. */
  userId: z.nullable(Id),
  who: z.string(),
  /** The provider's person who acted as them. */
  actedBy: z.nullable(z.string()),
  /** Where it came from; empty where there was no network in between. */
  address: z.string(),
  /** The call, as the contract names it: `queues.remove`. */
  what: z.string(),
  /** The number or the name of what was changed, and what it was called. */
  target: z.string(),
  name: z.string(),
  changes: z.array(AuditChange),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** What a command alone does, and no call of the contract. */
export const COMMAND_DEEDS = ["restores.copy", "restores.beside", "files.accept"] as const;
export type CommandDeed = typeof COMMAND_DEEDS[number];

/** The calls that are noted whoever makes them; of who acts as somebody else every change is. */
export const AUDITED_CALLS = [
  "access.login",
  "access.logout",
  "security.login",
  "security.passkeyLogin",
  "security.addPasskey",
  "security.removePasskey",
  "security.confirm",
  "security.newCodes",
  "security.end",
  "security.endSession",
  "security.endOthers",
  "security.reset",
  "passwordLinks.make",
  "passwordLinks.mail",
  "passwordLinks.use",
  "users.add",
  "users.change",
  "users.remove",
  "users.removeMany",
  "settings.change",
  "holidays.add",
  "holidays.change",
  "holidays.remove",
  "companies.schedules",
  "companies.timeZone",
  "connections.add",
  "connections.change",
  "connections.remove",
  "connections.start",
  "connections.relink",
  "connections.stop",
  "connections.pairingCode",
  "webchat.change",
  "queues.remove",
  "wholeQueues.add",
  "wholeQueues.change",
  "queueOptions.add",
  "queueOptions.change",
  "queueOptions.remove",
  "queueOptions.saveTree",
  "queueOptions.setFile",
  "queueOptions.dropFile",
  "tags.add",
  "tags.change",
  "tags.remove",
  "tags.removeMany",
  "quickReplies.add",
  "quickReplies.change",
  "quickReplies.remove",
  "quickReplies.removeMany",
  "contacts.remove",
  "contacts.removeMany",
  "contacts.importPhone",
  "contacts.export",
  "contacts.exportMany",
  "privacy.export",
  "privacy.erase",
  "contactLists.remove",
  "listImports.upload",
  "listImports.undoImport",
  "optOuts.add",
  "optOuts.addRows",
  "optOuts.remove",
  "optOuts.removeMany",
  "merges.merge",
  "merges.undo",
  "notes.remove",
  "chats.add",
  "chats.change",
  "chats.remove",
  "tickets.remove",
  "messages.remove",
  "schedules.remove",
  "schedules.removeMany",
  "campaigns.add",
  "campaigns.change",
  "campaigns.remove",
  "campaigns.start",
  "campaigns.cancel",
  "campaigns.restart",
  "campaigns.retryFailed",
  "campaigns.export",
  "campaignSettings.change",
  "campaignSettings.changePace",
  "apiTokens.add",
  "apiTokens.revoke",
  "webhooks.add",
  "webhooks.change",
  "webhooks.remove",
  "webhooks.newSecret",
  "holding.send",
  "holding.drop",
  "audit.export",
  "cockpit.export",
  "plans.add",
  "plans.change",
  "plans.remove",
  "setUp.begin",
  "companies.signUp",
  "companies.add",
  "companies.change",
  "companies.remove",
  "backups.addFolder",
  "backups.addStore",
  "backups.removePlace",
  "backups.makeKey",
  "backups.showWords",
  "backups.noteWords",
  "lines.start",
  "restores.apply",
  "restores.undo",
  "providerSettings.change",
  "announcements.add",
  "announcements.change",
  "announcements.remove",
  "announcements.setPicture",
  "announcements.dropPicture",
  "helps.add",
  "helps.change",
  "helps.remove",
  "invoices.pay",
  "invoices.choosePlan",
  "invoices.confirm",
  "invoices.decide",
  "mail.save",
  "mail.forget",
  "mail.test",
  "alerts.save",
  "alerts.test",
  "pix.save",
  "pix.setCertificate",
  "pix.test",
  "brand.change",
  "brand.setPicture",
  "brand.dropPicture",
  "acting.begin",
  "acting.end",
] as const;
export type AuditedCall = typeof AUDITED_CALLS[number];

/** What an entry is about, to choose from. */
export const AUDIT_KINDS = [
  "logins",
  "users",
  "settings",
  "connections",
  "queues",
  "contacts",
  "tickets",
  "texts",
  "campaigns",
  "provider",
  "money",
  "exports",
  "support",
] as const;
export type AuditKind = typeof AUDIT_KINDS[number];

const QueryDay = z.optional(z.string().check(z.refine((day) => isDay(day))));

const filters = {
  searchParam: SearchParam,
  /** Calls and settings that the searching person's screen calls by the word they typed: they are found by it, too. */
  calls: z.optional(QueryNames),
  settings: z.optional(QueryNames),
  kind: z.optional(z.enum(AUDIT_KINDS)),
  /** First and last day, in the company's time zone. */
  from: QueryDay,
  to: QueryDay,
  /** The last id that one has; what was before it comes. */
  before: z.optional(QueryInt),
};
const answer = z.object({ entries: z.array(AuditEntry), hasMore: z.boolean() });

export const audit = {
  list: get("/audit", "What people did, the newest first", {
    who: "audit:view",
    query: z.object(filters),
    answer,
  }),
  export: get("/audit/export", "The same, up to 1000 at a time", {
    who: "audit:view",
    query: z.object(filters),
    answer,
  }),
};
