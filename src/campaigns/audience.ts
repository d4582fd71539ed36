import { millisecondsInDay } from "date-fns/constants";
import { type SQL, sql } from "drizzle-orm";
import type { Audience } from "../contract/campaigns.ts";

/** Of a campaign, what says whom it is for. */
export interface Meant {
  listId: number | null;
  audience: Audience | null;
}

/**
 * Whom a campaign is for, as a query with id (to go on from), item_id, name, number, email, columns and search (empty where
 * nobody has made it yet); nothing when it names neither a list nor contacts. With both, those on the list who are among the
 * contacts. Who wrote lately, or got another campaign, is told apart when their turn comes.
 */
export function whoIsMeant({ listId, audience }: Meant): SQL | undefined {
  const chosen = audience && choosesContacts(audience)
    ? sql`k.is_group = 0 and ${sql.join(conditions(audience, Date.now()), sql` and `)}`
    : undefined;
  if (listId !== null) {
    const onList = sql`select i.id, i.id as item_id, i.name, i.number, i.email, i.columns, i.search
      from contact_list_items i where i.list_id = ${listId}`;
    if (!chosen) return onList;
    return sql`${onList} and exists (select 1 from contact_identities d join contacts k on k.id = d.contact_id
      where d.kind = 'phone' and d.value = i.number and ${chosen})`;
  }
  if (!chosen) return undefined;
  return sql`select k.id, null as item_id, k.name, k.number, k.email, null as columns, '' as search from contacts k
    where k.number <> '' and ${chosen}`;
}

/** An audience that only leaves people out of a list chooses nobody by itself. */
export function choosesContacts({ tagIds, queueIds, ratings, lastContactFrom, lastContactTo }: Audience): boolean {
  return Boolean(tagIds?.length || queueIds?.length || ratings?.length) || lastContactFrom != null ||
    lastContactTo != null;
}

function conditions({ tagIds, queueIds, ratings, lastContactFrom, lastContactTo }: Audience, now: number): SQL[] {
  const all: SQL[] = [];
  const ids = (list: readonly number[]) => sql`(select value from json_each(${JSON.stringify(list)}))`;
  if (tagIds?.length) {
    all.push(sql`exists (select 1 from tickets t join ticket_tags g on g.ticket_id = t.id
      where t.contact_id = k.id and g.tag_id in ${ids(tagIds)})`);
  }
  if (queueIds?.length) {
    all.push(sql`exists (select 1 from tickets t where t.contact_id = k.id and t.queue_id in ${ids(queueIds)})`);
  }
  if (ratings?.length) {
    all.push(sql`(select s.rating from service_cycles s where s.contact_id = k.id and s.rating is not null
      order by s.id desc limit 1) in ${ids(ratings)}`);
  }
  const last = sql`(select max(w.created_at) from tickets t join messages w on w.ticket_id = t.id
    where t.contact_id = k.id and w.from_me = 0)`;
  if (lastContactFrom != null) all.push(sql`${last} <= ${now - lastContactFrom * millisecondsInDay}`);
  if (lastContactTo != null) all.push(sql`${last} >= ${now - lastContactTo * millisecondsInDay}`);
  return all;
}
