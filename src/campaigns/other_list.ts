import { type SQL, sql } from "drizzle-orm";
import type { Write } from "../platform/company.ts";
import { choosesContacts, whoIsMeant } from "./audience.ts";
import type { CampaignRow } from "./table.ts";

/** Whether two states of a campaign are for different people; rules that only leave some of them out do not count. */
export function meansOthers(had: CampaignRow, has: CampaignRow): boolean {
  const chosen = ({ listId, audience }: CampaignRow) => {
    const { withoutWroteHours: _w, withoutCampaignDays: _c, ...choice } = audience ?? {};
    return JSON.stringify([listId, audience && choosesContacts(audience) ? choice : null]);
  };
  return chosen(had) !== chosen(has);
}

/**
 * A stopped campaign is for other people from now on: whoever of those before had nothing yet is let go. Whoever's message
 * was taken back stays, because the network may have it all the same; they are skipped unless they are meant again.
 */
export function letGoOthers(db: Write, campaign: CampaignRow, now: number): void {
  const { id } = campaign, meant: SQL = whoIsMeant(campaign) ?? sql`select '' as number where 0`;
  const hasMessage = sql`exists (select 1 from campaign_sends s where s.recipient_id = campaign_recipients.id)`;
  const had = sql`campaign_id = ${id} and sent_step is null and pending_step is null`;
  const isMeant = sql`number in (select m.number from (${meant}) m)`;
  db.run(sql`delete from campaign_recipients where ${had} and state = 'waiting' and not ${hasMessage}`);
  db.run(
    sql`update campaign_recipients set state = 'skipped', reason = 'other_list', next_at = null, changed_at = ${now}
    where ${had} and state = 'waiting' and not (${isMeant})`,
  );
  db.run(sql`update campaign_recipients set state = 'waiting', reason = null, changed_at = ${now}
    where ${had} and state = 'skipped' and reason = 'other_list' and ${isMeant}`);
}
