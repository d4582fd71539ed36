import { access } from "./access.ts";
import { acting } from "./acting.ts";
import { audit } from "./audit.ts";
import { announcements } from "./announcements.ts";
import { brand } from "./brand.ts";
import { campaigns } from "./campaigns.ts";
import { campaignSettings } from "./campaign_settings.ts";
import type { AnyCall } from "./call.ts";
import { chats } from "./chats.ts";
import { alerts } from "./alerts.ts";
import { cockpit } from "./cockpit.ts";
import { doctor } from "./doctor.ts";
import { lines } from "./lines.ts";
import { companies } from "./companies.ts";
import { connections } from "./connections.ts";
import { contactLists, listChecks, listImports, listItems } from "./contact_lists.ts";
import { contacts } from "./contacts.ts";
import { dashboard } from "./dashboard.ts";
import { drafts } from "./drafts.ts";
import { firstSteps } from "./first_steps.ts";
import { helps } from "./helps.ts";
import { holding } from "./holding.ts";
import { holidays } from "./holidays.ts";
import { invoices } from "./invoices.ts";
import { mail } from "./mail.ts";
import { mentions } from "./mentions.ts";
import { merges } from "./merges.ts";
import { templates } from "./templates.ts";
import { meta } from "./meta.ts";
import { messages } from "./messages.ts";
import { notes } from "./notes.ts";
import { optOuts } from "./opt_outs.ts";
import { outsideBots } from "./outside_bots.ts";
import { passwordLinks } from "./password_links.ts";
import { apiTokens } from "./api_tokens.ts";
import { sendApi } from "./send_api.ts";
import { webchat } from "./webchat.ts";
import { webhooks } from "./webhooks.ts";
import { pix } from "./pix.ts";
import { plans } from "./plans.ts";
import { backups } from "./backups.ts";
import { quickReplies } from "./quick_replies.ts";
import { providerSettings } from "./provider_settings.ts";
import { restores } from "./restores.ts";
import { queues } from "./queues.ts";
import { push } from "./push.ts";
import { queueOptions } from "./queue_options.ts";
import { tags } from "./tags.ts";
import { schedules } from "./schedules.ts";
import { search } from "./search.ts";
import { security } from "./security.ts";
import { severalTickets } from "./several_tickets.ts";
import { settings } from "./settings.ts";
import { privacy } from "./privacy.ts";
import { setUp } from "./set_up.ts";
import { tickets } from "./tickets.ts";
import { users } from "./users.ts";
import { wholeQueues } from "./whole_queues.ts";

/** Every call of the product, by noun: the list to read for a security review. */
export const CALLS: Record<string, Record<string, AnyCall>> = {
  access,
  setUp,
  acting,
  audit,
  security,
  passwordLinks,
  tickets,
  severalTickets,
  messages,
  drafts,
  contacts,
  notes,
  meta,
  templates,
  merges,
  connections,
  queues,
  wholeQueues,
  queueOptions,
  settings,
  companies,
  alerts,
  cockpit,
  doctor,
  lines,
  plans,
  invoices,
  providerSettings,
  brand,
  mail,
  pix,
  announcements,
  helps,
  holding,
  holidays,
  firstSteps,
  tags,
  quickReplies,
  users,
  schedules,
  contactLists,
  listItems,
  listImports,
  listChecks,
  optOuts,
  backups,
  restores,
  campaigns,
  campaignSettings,
  chats,
  mentions,
  search,
  dashboard,
  apiTokens,
  sendApi,
  webhooks,
  webchat,
  outsideBots,
  privacy,
  push,
};
