import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RecipientState } from "../contract/campaign_recipients.ts";
import type {
  Audience,
  CampaignStatus,
  CampaignTemplate,
  FollowUp,
  Repeat,
  StopReason,
} from "../contract/campaigns.ts";

export const campaignTable = sqliteTable("campaigns", {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  status: text().$type<CampaignStatus>().notNull().default("INATIVA"),
  confirmation: integer({ mode: "boolean" }).notNull().default(false),
  listId: integer(),
  queueId: integer(),
  scheduledAt: integer(),
  startedAt: integer(),
  completedAt: integer(),
  message1: text().notNull().default(""),
  message2: text().notNull().default(""),
  message3: text().notNull().default(""),
  message4: text().notNull().default(""),
  message5: text().notNull().default(""),
  confirmationMessage1: text().notNull().default(""),
  confirmationMessage2: text().notNull().default(""),
  confirmationMessage3: text().notNull().default(""),
  confirmationMessage4: text().notNull().default(""),
  confirmationMessage5: text().notNull().default(""),
  file: text(),
  fileName: text().notNull().default(""),
  fileMimetype: text().notNull().default(""),
  fileSize: integer().notNull().default(0),
  audience: text({ mode: "json" }).$type<Audience>(),
  followUps: text({ mode: "json" }).$type<FollowUp[]>(),
  repeats: text({ mode: "json" }).$type<Repeat>(),
  /** What goes first over the Cloud API; null at a linked phone. */
  template: text({ mode: "json" }).$type<CampaignTemplate>(),
  repeatOf: integer(),
  /** Why it stands still by itself, as a code; null when a person stopped it. */
  stoppedBy: text().$type<StopReason>(),
  failuresInARow: integer().notNull().default(0),
  /** Up to which row of its list, or which contact, there are recipients; null when all are there. */
  filledTo: integer(),
  /** The names of its recipients' columns, as texts name them. */
  columnNames: text({ mode: "json" }).$type<string[]>(),
  createdAt: integer().notNull(),
});
export type CampaignRow = typeof campaignTable.$inferSelect;

export const campaignConnectionTable = sqliteTable(
  "campaign_connections",
  { campaignId: integer().notNull(), connectionId: integer().notNull() },
  (table) => [primaryKey({ columns: [table.campaignId, table.connectionId] })],
);

/** Steps: 0 is the question, 1 the campaign's message, 2 and on what follows when nobody answers. Times in ms since 1970. */
export const recipientTable = sqliteTable("campaign_recipients", {
  id: integer().primaryKey({ autoIncrement: true }),
  campaignId: integer().notNull(),
  itemId: integer(),
  contactId: integer(),
  name: text().notNull(),
  number: text().notNull(),
  email: text().notNull().default(""),
  columns: text({ mode: "json" }).$type<Record<string, string>>(),
  /** Name and number without accents and case. */
  search: text().notNull().default(""),
  /** Had never written to us when it was last looked at. */
  isStranger: integer({ mode: "boolean" }).notNull().default(true),
  state: text().$type<RecipientState>().notNull().default("waiting"),
  reason: text(),
  variant: integer(),
  connectionId: integer(),
  /** The step whose message is in the outbox, and the last one that the network took. */
  pendingStep: integer(),
  sentStep: integer(),
  askedAt: integer(),
  confirmedAt: integer(),
  sentAt: integer(),
  answeredAt: integer(),
  answer: text(),
  ticketId: integer(),
  nextAt: integer(),
  changedAt: integer().notNull(),
});
export type RecipientRow = typeof recipientTable.$inferSelect;

/** What was put into the outbox: once for each recipient and step. The trigger on messages keeps the times. */
export const campaignSendTable = sqliteTable("campaign_sends", {
  id: integer().primaryKey({ autoIncrement: true }),
  recipientId: integer().notNull(),
  campaignId: integer().notNull(),
  step: integer().notNull(),
  variant: integer().notNull(),
  connectionId: integer().notNull(),
  messageId: integer(),
  /** The file that goes after its text; null where there is none, or where they are one. */
  fileMessageId: integer(),
  isStranger: integer({ mode: "boolean" }).notNull(),
  putAt: integer().notNull(),
  sentAt: integer(),
  deliveredAt: integer(),
  readAt: integer(),
  answeredAt: integer(),
  failure: text(),
  isNews: integer({ mode: "boolean" }).notNull().default(false),
});
export type CampaignSendRow = typeof campaignSendTable.$inferSelect;

export const campaignPaceTable = sqliteTable("campaign_paces", {
  connectionId: integer().primaryKey(),
  number: text().notNull(),
  since: integer().notNull(),
  nextAt: integer().notNull().default(0),
  inRow: integer().notNull().default(0),
  dayCap: integer(),
});

/** What the network said last of whom a connection may write to first. */
export const campaignReachTable = sqliteTable("campaign_reach", {
  connectionId: integer().primaryKey(),
  heardAt: integer().notNull(),
  lockedUntil: integer(),
  newChatsLeft: integer(),
});

export const campaignSettingTable = sqliteTable("campaign_settings", {
  key: text().primaryKey(),
  value: text().notNull(),
});
