import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { CampaignReport } from "../contract/campaign_report.ts";
import type { Company, Read } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import type * as z from "zod/mini";
import { campaignRow } from "./campaigns.ts";
import { countsOf } from "./counts.ts";
import { outlookOfCampaign } from "./forecast.ts";
import { campaignSendTable } from "./table.ts";

type Report = z.infer<typeof CampaignReport>;

/** The steps of the chart over time, in ms: the first of them that makes no more points than a chart can show. */
const SPANS = [60_000, 300_000, 900_000, 3_600_000, 4 * 3_600_000, 86_400_000, 7 * 86_400_000];
const MOST_POINTS = 120;

/** How a campaign went, counted from its rows. */
export function reportOf(tenants: Tenants, company: Company, id: number, now: number): Report {
  const db = company.read, campaign = campaignRow(db, id);
  const variants = byVariantOf(db, id).all();
  return {
    counts: countsOf(db, id),
    byVariant: variants.map(({ from: _f, to: _t, ...one }) => one),
    ...overTime(db, id, variants),
    ...outlookOfCampaign(tenants, company, campaign, now),
  };
}

const { campaignId, step, variant, sentAt, deliveredAt, readAt, answeredAt } = campaignSendTable;

const LAST = sql`max(${sentAt}, coalesce(${deliveredAt}, 0), coalesce(${readAt}, 0), coalesce(${answeredAt}, 0))`;

/** What became of each of the messages; when it was sent first, and when the last thing happened to any of them (ms). */
export function byVariantOf(db: Read, id: number) {
  return db.select({
    variant,
    sent: sql<number>`count(${sentAt})`,
    delivered: sql<number>`count(${deliveredAt})`,
    read: sql<number>`count(${readAt})`,
    answered: sql<number>`count(iif(${sentAt} is null, null, ${answeredAt}))`,
    from: sql<number | null>`min(${sentAt})`,
    to: sql<number | null>`max(iif(${sentAt} is null, null, ${LAST}))`,
  }).from(campaignSendTable).where(and(eq(campaignId, id), eq(step, 1))).groupBy(variant).orderBy(asc(variant));
}

interface Between {
  from: number | null;
  to: number | null;
}

function overTime(db: Read, id: number, variants: readonly Between[]): Pick<Report, "span" | "overTime"> {
  const sent = variants.filter((one) => one.from !== null && one.to !== null) as { from: number; to: number }[];
  if (sent.length === 0) return { span: SPANS[0]!, overTime: [] };
  const length = Math.max(...sent.map(({ to }) => to)) - Math.min(...sent.map(({ from }) => from));
  const span = SPANS.find((each) => length / each <= MOST_POINTS) ?? SPANS.at(-1)!;
  const points = new Map<number, Report["overTime"][number]>();
  for (const what of ["sent", "delivered", "read", "answered"] as const) {
    for (const { at, count } of sentIn(db, id, what, span).all()) {
      const point = points.get(at) ?? { at, sent: 0, delivered: 0, read: 0, answered: 0 };
      points.set(at, { ...point, [what]: count });
    }
  }
  return { span, overTime: [...points.values()].sort((one, other) => one.at - other.at) };
}

const TIMES = { sent: sentAt, delivered: deliveredAt, read: readAt, answered: answeredAt };

/** To how many messages something happened in each span (ms). */
export function sentIn(db: Read, id: number, what: keyof typeof TIMES, span: number) {
  const time = TIMES[what], at = sql<number>`(${time} / ${span}) * ${span}`;
  return db.select({ at, count: sql<number>`count(*)` }).from(campaignSendTable)
    .where(and(eq(campaignId, id), eq(step, 1), isNotNull(sentAt), isNotNull(time))).groupBy(at);
}
