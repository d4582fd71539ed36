import { and, eq } from "drizzle-orm";
import type { Write } from "../platform/company.ts";
import { cut } from "../platform/cut.ts";
import type { CampaignAnswer } from "../shared/campaigns/answers.ts";
import type { Arrived, ToCampaign } from "./arrived.ts";
import { showLater } from "./changing.ts";
import { changeRecipient } from "./rows.ts";
import { campaignSendTable, type RecipientRow } from "./table.ts";
import { ticketFor } from "./ticket.ts";

/** Yes and no to a campaign's question. */
export function decide(
  db: Write,
  recipient: RecipientRow,
  answer: CampaignAnswer,
  arrived: Arrived,
): ToCampaign {
  const { now, company, body } = arrived;
  // It answers the question alone: the message that follows a yes is still to be answered.
  db.update(campaignSendTable).set({ answeredAt: now })
    .where(and(eq(campaignSendTable.recipientId, recipient.id), eq(campaignSendTable.step, 0))).run();
  const is = answer === "yes"
    ? { state: "confirmed" as const, confirmedAt: now, answeredAt: null }
    : { state: "skipped" as const, reason: "declined" };
  // Who is asked by the newest question alone answers it; what they are asked by another stays open.
  changeRecipient(db, recipient.id, {
    ...is,
    answer: cut(body, 200),
    nextAt: null,
    isStranger: false,
    changedAt: now,
  });
  showLater(company, [recipient.campaignId]);
  company.afterwards(() => company.signals.emit("campaigns", {}));
  return { is: "answer", ticket: ticketFor(db, arrived.contact, arrived), speak: () => [] };
}
