import { millisecondsInDay } from "date-fns/constants";
import { hoursToMilliseconds } from "date-fns/hoursToMilliseconds";
import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { listItemTable } from "../contact_lists/table.ts";
import { messageTable } from "../messages/table.ts";
import { isOptedOut } from "../opt_outs/opt_outs.ts";
import type { Read } from "../platform/company.ts";
import { prepared } from "../platform/prepared.ts";
import type { JidOf } from "./numbers.ts";
import { type RecipientRow, recipientTable } from "./table.ts";
import type { Sending } from "./sending.ts";

/** Why somebody whose turn has come is left out after all, as what changes on their row; nothing when they are not. */
export function whyNot(
  db: Read,
  recipient: RecipientRow,
  { campaign, keys, now }: Sending,
  jid: JidOf,
): Partial<RecipientRow> | undefined {
  const { number, contactId, state, isStranger } = recipient;
  if (isOptedOut(db, number, keys)) return state === "sent" ? {} : { state: "opted_out" };
  // What was to follow was taken out of the campaign while it stood still.
  if (state === "sent" && !campaign.followUps?.[(recipient.sentStep ?? 1) - 1]) return {};
  if (state !== "waiting") return undefined;
  // Whoever has written to us has WhatsApp, whatever was said of their number.
  if (isStranger && jid(number) === "nobody") return { state: "failed", reason: "ERR_WAPP_INVALID_CONTACT" };
  if (campaign.listId !== null && recipient.itemId !== null && !onList.one(db, { listId: campaign.listId, number })) {
    return { state: "skipped", reason: "off_list" };
  }
  const { withoutWroteHours, withoutCampaignDays } = campaign.audience ?? {};
  if (withoutWroteHours && contactId !== null) {
    const since = now - hoursToMilliseconds(withoutWroteHours);
    if (wroteSince.one(db, { contactId, since })) return { state: "skipped", reason: "wrote_lately" };
  }
  if (withoutCampaignDays) {
    const since = now - withoutCampaignDays * millisecondsInDay;
    const other = otherCampaign.one(db, { number, campaignId: campaign.id, since });
    if (other) return { state: "skipped", reason: "other_campaign" };
  }
}

/** By number, for a list that was imported anew has the same people in other rows. */
const onList = prepared((db) =>
  db.select({ id: listItemTable.id }).from(listItemTable).where(and(
    eq(listItemTable.number, prepared.arg("number")),
    sql`${listItemTable.number} <> ''`,
    eq(listItemTable.listId, prepared.arg("listId")),
  )).limit(1).prepare()
);
const wroteSince = prepared((db) =>
  db.select({ id: messageTable.id }).from(messageTable).where(sql`${messageTable.ticketId} in
    (select id from tickets where contact_id = ${prepared.arg("contactId")}) and ${messageTable.fromMe} = 0
    and ${messageTable.createdAt} >= ${prepared.arg("since")}`).limit(1).prepare()
);
const otherCampaign = prepared((db) =>
  db.select({ id: recipientTable.id }).from(recipientTable).where(and(
    eq(recipientTable.number, prepared.arg("number")),
    ne(recipientTable.campaignId, prepared.arg("campaignId")),
    gotCampaignSince(sql`campaign_recipients`, sql`${prepared.arg("since")}`),
  )).limit(1).prepare()
);

/** Whether a recipient (a table's name) got anything of their campaign since a moment (ms), or is getting it just now. */
export function gotCampaignSince(recipient: SQL, since: SQL): SQL {
  return sql`exists (select 1 from campaign_sends s where s.recipient_id = ${recipient}.id and s.failure is null
    and coalesce(s.sent_at, s.put_at) >= ${since})`;
}
