import { webhookById } from "../webhooks/webhooks.ts";
import { tokenById } from "../api_tokens/tokens.ts";
import { providerSetting } from "./looks_of_provider.ts";
import { eq } from "drizzle-orm";
import { campaignRow, connectionsOf } from "../campaigns/campaigns.ts";
import { paceOf } from "../campaigns/paces.ts";
import { connectionById, queueIdsOf } from "../connections/connections.ts";
import { tokenOf } from "../connections/tokens.ts";
import { contactListById } from "../contact_lists/lists.ts";
import { contactById } from "../contacts/contacts.ts";
import { ruleOf, type SettingKey } from "../contract/settings.ts";
import { listHolidays } from "../holidays/holidays.ts";
import { optOutById } from "../opt_outs/opt_outs.ts";
import { optionById, treeOf } from "../queues/options.ts";
import { queueById } from "../queues/queues.ts";
import { momentOf } from "../platform/moment.ts";
import { listQuickReplies } from "../quick_replies/quick_replies.ts";
import { scheduleRow } from "../schedules/schedules.ts";
import { listSettings, secret } from "../settings/settings.ts";
import { tagById } from "../tags/tags.ts";
import { ticketTable } from "../tickets/table.ts";
import { NO_PASSWORD } from "../users/passwords.ts";
import { userDetails } from "../users/users.ts";
import { loginOf } from "../users/logins.ts";
import { shownWebchat } from "../webchat/webchats.ts";
import { type Look, named, secretField, type Where } from "./look.ts";

export function queue({ company: { read } }: Where, id: number): Look {
  const { schedules, ...row } = queueById(read, id);
  return named({ ...row, schedules, options: treeOf(read, id) } as { name: string });
}

export function option({ company: { read } }: Where, id: number): Look {
  const { title, message } = optionById(read, id);
  return { name: title, fields: { title, message } };
}

export function connection({ tenants, company: { read } }: Where, id: number): Look {
  const row = connectionById(read, id)!;
  const { name, isDefault, greetingMessage, complationMessage, outOfHoursMessage, ratingMessage } = row;
  const texts = { greetingMessage, complationMessage, outOfHoursMessage, ratingMessage };
  const token = secretField(tenants.keys, tokenOf(tenants, row));
  return named({ name, isDefault, ...texts, queueIds: queueIdsOf(read, id), token } as { name: string });
}

export function webchat({ company: { read } }: Where, id: number): Look {
  const { key: _, ...shown } = shownWebchat(read, id);
  return { name: connectionById(read, id)!.name, fields: shown };
}

export function user({ tenants, company }: Where, id: number): Look {
  const { name, email, profile, queues } = userDetails(company.read, id);
  const hash = loginOf(tenants, { companyId: company.id, userId: id })?.passwordHash ?? NO_PASSWORD;
  const password = secretField(tenants.keys, hash === NO_PASSWORD ? "" : hash);
  return named({ name, email, profile, queues: queues.map((each) => each.name), password } as { name: string });
}

export function setting(where: Where, key: string): Look {
  // It is on the same screen, and the provider's.
  if (key === "userCreation") return providerSetting(where, key);
  const { tenants, company: { read } } = where;
  const { value, isSet } = listSettings(read).find((each) => each.key === key)!;
  const { isSecret } = ruleOf(key as SettingKey);
  if (!isSecret) return { name: key, fields: { value, isSet } };
  return { name: key, fields: { value: secretField(tenants.keys, secret(read, key as SettingKey, tenants.keys)) } };
}

export function holiday({ company: { read } }: Where, id: number): Look {
  const { date, name } = listHolidays(read).find((each) => each.id === id)!;
  return named({ date, name } as { name: string });
}

export function tag({ company: { read } }: Where, id: number): Look {
  const { name, color } = tagById(read, id);
  return named({ name, color } as { name: string });
}

export function quickReply({ company: { read } }: Where, id: number): Look {
  const { shortcode, message } = listQuickReplies(read).find((each) => each.id === id)!;
  return { name: shortcode, fields: { shortcode, message } };
}

export function contact({ company: { read } }: Where, id: number): Look {
  return { name: contactById(read, id)!.name, fields: {} };
}

export function contactList({ company: { read } }: Where, id: number): Look {
  return { name: contactListById(read, id).name, fields: {} };
}

export function optOut({ company: { read } }: Where, id: number): Look {
  const { name, number } = optOutById(read, id);
  return { name: name || number, fields: {} };
}

export function ticket({ company: { read } }: Where, id: number): Look {
  const [row] = read.select().from(ticketTable).where(eq(ticketTable.id, id)).all();
  return { name: contactById(read, row!.contactId)?.name ?? "", fields: {} };
}

export function schedule({ company: { read } }: Where, id: number): Look {
  const { contactId } = scheduleRow(read, id);
  return { name: contactById(read, contactId)?.name ?? "", fields: {} };
}

export function campaign({ company: { read } }: Where, id: number): Look {
  const { id: _id, file: _file, filledTo: _f, failuresInARow: _r, repeatOf: _o, createdAt: _c, ...row } = campaignRow(
    read,
    id,
  );
  const moment = (at: number | null) => at === null ? null : momentOf(at);
  return named({
    ...row,
    whatsapps: connectionsOf(read, id).map(({ name }) => name),
    scheduledAt: moment(row.scheduledAt),
    startedAt: moment(row.startedAt),
    completedAt: moment(row.completedAt),
  } as { name: string });
}

export function apiToken({ company: { read } }: Where, id: number): Look {
  const { name, scopes, perMinute, perDay, expiresAt, revokedAt } = tokenById(read, id);
  return named({ name, scopes, perMinute, perDay, expiresAt, revokedAt } as { name: string });
}

export function webhook({ company: { read } }: Where, id: number): Look {
  const { name, url, events, isActive } = webhookById(read, id);
  return named({ name, url, events, isActive } as { name: string });
}

export function pace({ company: { read } }: Where, id: number): Look {
  const row = connectionById(read, id)!, kept = paceOf(read, row);
  return { name: row.name, fields: { since: kept && momentOf(kept.since), dayCap: kept?.dayCap } };
}
