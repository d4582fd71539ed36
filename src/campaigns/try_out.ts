import { eq } from "drizzle-orm";
import { connectionTable } from "../connections/table.ts";
import { rememberContact } from "../contacts/remember.ts";
import { columnsOfList } from "../contact_lists/lists.ts";
import { refuse } from "../contract/errors.ts";
import { compose } from "../outbox/compose.ts";
import type { Company } from "../platform/company.ts";
import { variableKey } from "../shared/campaigns/texts.ts";
import { canonicalNumber } from "../shared/phone_numbers.ts";
import { ticketForFiling, ticketInProgress } from "../tickets/open_ticket.ts";
import { campaignRow, connectionsOf } from "./campaigns.ts";
import { settingsOfCampaigns } from "./settings.ts";
import { bodyOf, partsOf, variantOf } from "./texts.ts";

/** Sends a campaign's question and message to a number of one's own, at once; neither counts anywhere. */
export function sendTest(
  company: Company,
  id: number,
  { number: typed, variant }: { number: string; variant?: number },
  now: number,
): void {
  const number = canonicalNumber(typed);
  if (!number) refuse("ERR_INVALID_INPUT", { fields: { number: "required" } });
  const connectionId = company.write((db) => {
    const campaign = campaignRow(db, id), { variables } = settingsOfCampaigns(db), { listId } = campaign;
    const columnNames = listId === null ? [] : columnsOfList(db, listId).map(({ name }) => variableKey(name));
    const sender = connectionsOf(db, id)[0]?.id ?? db.select({ id: connectionTable.id }).from(connectionTable)
      .where(eq(connectionTable.isDefault, true)).all()[0]?.id ??
      refuse("ERR_NO_DEF_WAPP_FOUND");
    const { contact } = rememberContact(db, { jid: "", phone: number }, "", now);
    const ticket = ticketInProgress(db, contact.id, sender) ??
      ticketForFiling(db, contact, sender, { at: now, closedAt: now });
    const recipient = { id: now % 100_000, name: contact.name, number, email: contact.email, columns: null };
    const chosen = variantOf({ id: recipient.id, variant: variant ?? null }, campaign);
    const bodies = (campaign.confirmation ? [0, 1] : [1])
      .map((step) => ({
        step,
        body: bodyOf(campaign, { recipient, step, variant: chosen }, { variables, columnNames }),
      }));
    if (!bodies.some(({ body }) => body) && campaign.file === null) {
      refuse("ERR_CAMPAIGN_EMPTY", { detail: { lacks: "message" } });
    }
    for (const { step, body } of bodies) {
      for (const part of partsOf(company, campaign, { step }, body)) compose(db, ticket, part, null, now);
    }
    return sender;
  });
  company.signals.emit("outbox", { connectionId });
}
