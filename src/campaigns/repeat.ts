import { eq } from "drizzle-orm";
import type { Repeat } from "../contract/campaigns.ts";
import type { Company, Write } from "../platform/company.ts";
import { ignoreMissing } from "../platform/is_there.ts";
import { log } from "../platform/log.ts";
import { mediaPath, newMediaName, newMediaPath } from "../platform/media.ts";
import { dayAfter, dayIn, momentIn, shownIn } from "../shared/clock.ts";
import { dayOf, dueDateAfter } from "../shared/recurrence.ts";
import { emitCampaign } from "./campaigns.ts";
import { campaignConnectionTable, type CampaignRow, campaignTable } from "./table.ts";

/**
 * The next of a campaign that repeats, as a campaign of its own, at the same time of the clock. It is made when this one
 * starts, or should have, and once, because its time is unique among those that repeat the same one.
 */
export function repeatLater(
  company: Company,
  db: Write,
  campaign: CampaignRow,
  { timeZone, now }: { timeZone: string; now: number },
): void {
  const { id: ownId, repeatOf } = campaign, begins = campaign.scheduledAt ?? campaign.startedAt ?? now;
  if (!campaign.repeats) return;
  const repeats = { ...campaign.repeats, day: campaign.repeats.day ?? dayOf(dayIn(timeZone, begins)) };
  const scheduledAt = nextTime(begins, repeats, timeZone, now);
  if (repeats.until && dayIn(timeZone, scheduledAt) > repeats.until) return;
  const { id: _id, startedAt: _s, completedAt: _c, stoppedBy: _w, filledTo: _f, columnNames: _n, ...same } = campaign;
  const again = { repeatOf: repeatOf ?? ownId, status: "PROGRAMADA", scheduledAt, repeats } as const;
  const made = db.insert(campaignTable).values({ ...same, ...again, failuresInARow: 0, createdAt: now })
    .onConflictDoNothing().returning().all()[0];
  if (!made) return;
  if (made.file) {
    const file = copyOf(company, made.file);
    db.update(campaignTable).set({ file }).where(eq(campaignTable.id, made.id)).run();
  }
  const shared = db.select().from(campaignConnectionTable).where(eq(campaignConnectionTable.campaignId, ownId)).all();
  for (const { connectionId } of shared) {
    db.insert(campaignConnectionTable).values({ campaignId: made.id, connectionId }).run();
  }
  company.write((part, emit) => void emitCampaign(company, part, emit, made.id, { action: "create" }));
}

/** Each campaign has a file of its own; where somebody has deleted it, none of its messages can be made, which they say. */
function copyOf(company: Company, name: string): string {
  const file = newMediaName();
  try {
    Deno.linkSync(mediaPath(company, name), newMediaPath(company, file));
  } catch (error) {
    ignoreMissing(error);
    log.error("The file of a campaign is gone", { company: company.id, file: name });
  }
  return file;
}

/** The first that still lies ahead; one of the 31st is on the last day of a shorter month. */
function nextTime(begins: number, { every, day }: Repeat, timeZone: string, now: number): number {
  const time = shownIn(timeZone, begins, "HH:mm:ss");
  const after = (date: string) =>
    every === "month" ? dueDateAfter(date, "MENSAL", day ?? undefined) : dayAfter(date, every === "week" ? 7 : 1);
  let next = after(dayIn(timeZone, begins));
  while (momentIn(timeZone, `${next} ${time}`) <= now) next = after(next);
  return momentIn(timeZone, `${next} ${time}`);
}
