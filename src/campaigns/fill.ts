import { and, eq, type SQL, sql } from "drizzle-orm";
import { CHECK_LIFE, searchOf } from "../contact_lists/items.ts";
import type { Write } from "../platform/company.ts";
import { variableKey } from "../shared/campaigns/texts.ts";
import { whoIsMeant } from "./audience.ts";
import { type CampaignRow, campaignTable, recipientTable } from "./table.ts";

/** So many rows of a list are read in one transaction, so that nobody else waits long for theirs. */
const AT_ONCE = 500;

/** Makes recipients of the next rows of a campaign's list, or of the next contacts. Whoever is one already stays as they are. */
export function fill(db: Write, campaign: CampaignRow, now: number): void {
  const { id, filledTo } = campaign;
  if (filledTo === null) return;
  const meant = whoIsMeant(campaign);
  const next = meant && db.all<{ last: number | null }>(sql`select max(id) as last from (
    select m.id from (${meant}) m where m.id > ${filledTo} order by m.id limit ${AT_ONCE})`)[0]?.last;
  if (meant && next) {
    db.run(insertRecipients(meant, { id, from: filledTo, to: next, now }));
    if (campaign.listId === null) makeFindable(db, id, now);
  }
  const columnNames = meant && next ? namesWith(db, campaign, meant, { from: filledTo, to: next }) : undefined;
  db.update(campaignTable).set({ filledTo: next ?? null, ...columnNames && { columnNames } })
    .where(eq(campaignTable.id, id)).run();
}

/** What recipients are searched by. Whoever comes from a list brings it along. */
function makeFindable(db: Write, campaignId: number, now: number): void {
  const { id, name, number, search, changedAt } = recipientTable;
  const fresh = db.select({ id, name, number }).from(recipientTable)
    .where(and(eq(recipientTable.campaignId, campaignId), eq(changedAt, now), eq(search, ""))).all();
  for (const each of fresh) {
    db.update(recipientTable).set({ search: searchOf({ ...each, email: "" }).trim() }).where(eq(id, each.id)).run();
  }
}

/** The names of columns that are known, and those of the next rows. */
function namesWith(
  db: Write,
  { columnNames }: CampaignRow,
  meant: SQL,
  { from, to }: Pick<Portion, "from" | "to">,
): string[] {
  const found = db.all<{ key: string }>(sql`select distinct k.key as key from (${meant}) m, json_each(m.columns) k
    where m.id > ${from} and m.id <= ${to} and m.columns is not null`);
  return [...new Set([...columnNames ?? [], ...found.map(({ key }) => variableKey(key))])];
}

interface Portion {
  id: number;
  from: number;
  to: number;
  now: number;
}

/**
 * Those who are known to have no WhatsApp get no row (behaviour.md, Campaigns); those who want no campaigns, or have no
 * number, get one that says so.
 */
function insertRecipients(meant: ReturnType<typeof whoIsMeant> & object, { id, from, to, now }: Portion) {
  return sql`insert or ignore into campaign_recipients
      (campaign_id, item_id, contact_id, name, number, email, columns, search, is_stranger, state, reason, changed_at)
    select ${id}, m.item_id, c.contact_id, m.name, m.number, m.email, m.columns, m.search,
      not exists (select 1 from tickets t join messages w on w.ticket_id = t.id
        where t.contact_id = c.contact_id and w.from_me = 0),
      case when m.number = '' then 'skipped'
        when exists (select 1 from opt_outs o where o.number = m.number) then 'opted_out' else 'waiting' end,
      case when m.number = '' then 'no_number' end, ${now}
    from (${meant}) m
    left join contact_identities c on c.kind = 'phone' and c.value = m.number
    left join number_checks n on n.number = m.number and n.checked_at > ${now - CHECK_LIFE}
    where m.id > ${from} and m.id <= ${to} and (n.number is null or n.jid is not null)
    order by m.id`;
}
