import { type SQL, sql } from "drizzle-orm";
import { millisecondsInDay } from "date-fns/constants";
import { hoursToMilliseconds } from "date-fns/hoursToMilliseconds";
import { CHECK_LIFE } from "../contact_lists/items.ts";
import type { Audience } from "../contract/campaigns.ts";
import type { Read } from "../platform/company.ts";
import { gotCampaignSince } from "./left_out.ts";

/** How many of those who are meant it would reach, and who would be left out for what. */
export const NOBODY = {
  ...{ recipients: 0, invalid: 0, unchecked: 0, optedOut: 0, leftOut: 0, noNumber: 0 },
  ...{ strangers: 0, known: 0, noEmail: 0, noName: 0 },
};

/** A name as `isNamed` looks at it. */
const BARE = [" ", "+", "(", ")", ".", "-"].reduce((name, sign) => sql`replace(${name}, ${sign}, '')`, sql`m.name`);

/** All in one pass over those who are meant (see audience.ts). */
export function countMeant(
  db: Read,
  meant: SQL,
  { withoutWroteHours, withoutCampaignDays }: Audience,
  now: number,
): typeof NOBODY {
  const wrote = withoutWroteHours
    ? sql`exists (select 1 from tickets t join messages w on w.ticket_id = t.id where t.contact_id = c.contact_id
        and w.from_me = 0 and w.created_at >= ${now - hoursToMilliseconds(withoutWroteHours)})`
    : sql`0`;
  const other = withoutCampaignDays
    ? sql`exists (select 1 from campaign_recipients r where r.number = m.number and ${
      gotCampaignSince(sql`r`, sql`${now - withoutCampaignDays * millisecondsInDay}`)
    })`
    : sql`0`;
  return db.all<typeof NOBODY>(sql`
    with everyone as (select m.*, c.contact_id, ${BARE} as bare,
        m.number = '' as is_numberless,
        n.number is not null and n.jid is null as is_invalid,
        n.number is null and m.number <> '' and c.address is null as is_unchecked,
        exists (select 1 from opt_outs o where o.number = m.number and m.number <> '') as is_out,
        ${wrote} or ${other} as is_left,
        not exists (select 1 from tickets t join messages w on w.ticket_id = t.id
          where t.contact_id = c.contact_id and w.from_me = 0) as is_stranger
      from (${meant}) m
      left join contact_identities c on c.kind = 'phone' and c.value = m.number
      left join number_checks n on n.number = m.number and n.checked_at > ${now - CHECK_LIFE}),
    reached as (select *, not (is_numberless or is_invalid or is_out or is_left) as is_reached,
        length(bare) >= 8 and bare not glob '*[^0-9]*' and (substr(number, -length(bare)) = bare
          or bare = substr(number, 1, 4) || substr(number, 6)) as is_number from everyone)
    select coalesce(sum(is_reached), 0) as recipients,
      coalesce(sum(is_invalid), 0) as invalid,
      coalesce(sum(is_reached and is_unchecked), 0) as unchecked,
      coalesce(sum(is_out), 0) as optedOut,
      coalesce(sum(is_left and not (is_numberless or is_invalid or is_out)), 0) as leftOut,
      coalesce(sum(is_numberless), 0) as noNumber,
      coalesce(sum(is_reached and is_stranger), 0) as strangers,
      coalesce(sum(is_reached and not is_stranger), 0) as known,
      coalesce(sum(is_reached and email = ''), 0) as noEmail,
      coalesce(sum(is_reached and (bare = '' or is_number)), 0) as noName
    from reached`)[0]!;
}
