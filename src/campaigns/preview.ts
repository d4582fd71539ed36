import { sql } from "drizzle-orm";
import { CampaignCheck } from "../contract/campaign_report.ts";
import type { CampaignDraft } from "../contract/campaigns.ts";
import type { Company, Read } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { momentOf } from "../platform/moment.ts";
import { OWN_VARIABLES, variableKey } from "../shared/campaigns/texts.ts";
import { momentIn } from "../shared/clock.ts";
import type * as z from "zod/mini";
import { whoIsMeant } from "./audience.ts";
import { countMeant, NOBODY } from "./count_meant.ts";
import { outlookOf } from "./forecast.ts";
import { settingsOfCampaigns } from "./settings.ts";

type Check = z.infer<typeof CampaignCheck>;
type Meant = NonNullable<ReturnType<typeof whoIsMeant>>;
const SAMPLES = 5;

/** What a campaign would do as its form has it now: whom it reaches, what they lack, when it would end. */
export function checkCampaign(
  tenants: Tenants,
  company: Company,
  draft: CampaignDraft,
  { timeZone, from = 0, now }: { timeZone: string; from?: number; now: number },
): Check {
  const db = company.read,
    meant = whoIsMeant({ listId: draft.contactListId ?? null, audience: draft.audience ?? null });
  const counts = meant ? countMeant(db, meant, draft.audience ?? {}, now) : NOBODY;
  const own = settingsOfCampaigns(db).variables.map(({ key }) => variableKey(key));
  const columns = meant && draft.contactListId ? columnsOf(db, draft.contactListId, meant, counts.recipients) : [];
  const scheduled = draft.scheduledAt ? momentIn(timeZone, draft.scheduledAt) : NaN;
  const startsAt = Number.isNaN(scheduled) ? now : Math.max(scheduled, now);
  const connectionIds = draft.whatsappIds ?? (draft.whatsappId ? [draft.whatsappId] : []);
  const outlook = outlookOf(tenants, company, { ...counts, connectionIds, from: startsAt }, now);
  const { strangers: _s, known: _k, noEmail, noName, ...shown } = counts;
  return {
    ...shown,
    missing: [
      { name: "nome", count: noName },
      { name: "email", count: noEmail },
      // What the company itself has a word for nobody lacks.
      ...columns.filter(({ name }) => !own.includes(name)).map(({ name, empty }) => ({ name, count: empty })),
    ].filter(({ count }) => count > 0),
    variables: [...new Set([...OWN_VARIABLES, ...own, ...columns.map(({ name }) => name)])],
    samples: meant ? samplesOf(db, meant, from) : [],
    ...outlook,
    startsAt: meant ? momentOf(startsAt) : null,
    endsAt: counts.recipients > 0 ? outlook.endsAt : null,
  };
}

/** The columns of a list's sheet as variables, and how many of those who are reached have nothing in each. */
function columnsOf(
  db: Read,
  listId: number,
  meant: Meant,
  reached: number,
): { name: string; empty: number }[] {
  const rows = db.all<{ name: string; filled: number }>(sql`
    select k.key as name, sum(trim(k.value) <> '' and i.id in (select m.id from (${meant}) m)) as filled
    from contact_list_items i, json_each(i.columns) k where i.list_id = ${listId} and i.columns is not null
    group by k.key order by min(i.id), k.key`);
  const byKey = new Map<string, number>();
  for (const { name, filled } of rows) byKey.set(variableKey(name), (byKey.get(variableKey(name)) ?? 0) + filled);
  return [...byKey].map(([name, filled]) => ({ name, empty: Math.max(0, reached - filled) }));
}

/** A few of those who are meant, to preview the texts with; `from` goes on to others, and round again. */
export function samplesOf(
  db: Read,
  meant: Meant,
  from: number,
): Check["samples"] {
  const pick = (offset: number) =>
    db.all<{ name: string; number: string; email: string; columns: string | null }>(
      sql`select m.name, m.number, m.email, m.columns from (${meant}) m order by m.id limit ${SAMPLES} offset ${offset}`,
    );
  const rows = pick(from);
  return (rows.length > 0 ? rows : pick(0)).map(({ columns, ...who }) => ({
    ...who,
    columns: columns === null ? {} : JSON.parse(columns) as Record<string, string>,
  }));
}
