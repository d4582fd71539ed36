import { eq } from "drizzle-orm";
import type { CampaignSettings } from "../contract/campaign_settings.ts";
import type { StopReason } from "../contract/campaigns.ts";
import type { Company, Read } from "../platform/company.ts";
import { connectionsOf } from "./campaigns.ts";
import { fill } from "./fill.ts";
import type { Known } from "./known.ts";
import { finishIfOver, stopCampaign } from "./move.ts";
import { isOpen } from "./open.ts";
import { closeQuestions, giveUpTakenBack, isUnsettled, settleNews } from "./settle.ts";
import { type CampaignRow, campaignTable } from "./table.ts";

/** ms. */
const THOROUGH_EVERY = 5000;

/** What happened to a campaign's messages and questions, and whether it is over. */
export function keepBooks(
  company: Company,
  campaign: CampaignRow,
  { mostFailures }: CampaignSettings,
  known: Known,
  now: number,
): void {
  const { id } = campaign;
  // What was taken out of the outbox by somebody's hand, and an end that nothing has announced, can wait.
  const isThorough = now - (known.thoroughAt.get(id) ?? 0) > THOROUGH_EVERY;
  if (!isThorough && !known.unseen.has(id) && !isUnsettled(company.latest, campaign, now)) return;
  if (isThorough) known.thoroughAt.set(id, now);
  company.write((db, emit) => {
    const campaign = campaignById(db, id);
    if (campaign?.status !== "EM_ANDAMENTO") return;
    const filled = campaign.filledTo !== null;
    fill(db, campaign, now);
    giveUpTakenBack(db, id);
    const isNews = settleNews(db, campaign, now), isClosed = closeQuestions(db, id, now);
    const after = campaignById(db, id)!, stop = stopsBy(db, after, mostFailures);
    if (stop) stopCampaign(db, emit, id, { by: stop, now });
    const isOver = stop !== undefined || finishIfOver(db, emit, after, now);
    if (filled || isNews || isClosed || isOver) known.unseen.add(id);
  });
}

/** Why it cannot go on by itself, if it cannot. */
function stopsBy(db: Read, { id, failuresInARow }: CampaignRow, mostFailures: number): StopReason | undefined {
  if (failuresInARow >= mostFailures) return "failures";
  return connectionsOf(db, id).length === 0 && isOpen(db, id) ? "no_connection" : undefined;
}

function campaignById(db: Read, id: number): CampaignRow | undefined {
  return db.select().from(campaignTable).where(eq(campaignTable.id, id)).all()[0];
}
