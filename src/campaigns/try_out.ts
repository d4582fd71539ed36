import { eq } from "drizzle-orm";
import { connectionTable } from "../connections/table.ts";
import { rememberContact } from "../contacts/remember.ts";
import type { ContactRow } from "../contacts/table.ts";
import { columnsOfList } from "../contact_lists/lists.ts";
import { refuse } from "../contract/errors.ts";
import { shownMessage } from "../messages/show.ts";
import { compose } from "../outbox/compose.ts";
import { RANK } from "../outbox/enqueue.ts";
import type { Company, Write } from "../platform/company.ts";
import { isNamed, variableKey } from "../shared/campaigns/texts.ts";
import { canonicalNumber } from "../shared/phone_numbers.ts";
import { ticketForFiling, ticketInProgress } from "../tickets/open_ticket.ts";
import { shownTicket, viewersOf } from "../tickets/show.ts";
import { campaignRow, connectionsOf } from "./campaigns.ts";
import { whoIsMeant } from "./audience.ts";
import { goesAsTemplate, mayWriteFreely, partsFor } from "./parts.ts";
import { samplesOf } from "./preview.ts";
import { settingsOfCampaigns } from "./settings.ts";
import type { CampaignRow } from "./table.ts";
import { variantOf } from "./texts.ts";

/**
 * Sends a campaign's question and message to a number of one's own; neither counts anywhere. Whoever tries a text waits for it,
 * so it goes before all that campaigns have waiting, but behind what attendants and the bot say.
 */
export function sendTest(
  company: Company,
  id: number,
  { number: typed, variant }: { number: string; variant?: number },
  now: number,
): void {
  const number = canonicalNumber(typed);
  if (!number) refuse("ERR_INVALID_INPUT", { fields: { number: "required" } });
  const connectionId = company.write((db, emit) => {
    const campaign = campaignRow(db, id), { variables } = settingsOfCampaigns(db), { listId } = campaign;
    const columnNames = listId === null ? [] : columnsOfList(db, listId).map(({ name }) => variableKey(name));
    const sender = connectionsOf(db, id)[0]?.id ?? db.select({ id: connectionTable.id }).from(connectionTable)
      .where(eq(connectionTable.isDefault, true)).all()[0]?.id ??
      refuse("ERR_NO_DEF_WAPP_FOUND");
    const { contact } = rememberContact(db, { jid: "", phone: number }, "", now);
    const ticket = ticketInProgress(db, contact.id, sender) ??
      ticketForFiling(db, contact, sender, { at: now, closedAt: now });
    const recipient = { id: now % 100_000, number, ...wordsFor(db, campaign, contact) };
    const chosen = variantOf({ id: recipient.id, variant: variant ?? null }, campaign);
    const from = { company, connectionId: sender, variables, columnNames };
    // Over the Cloud API the message follows the answer to the question, which a test does not wait for.
    const steps = (campaign.confirmation ? [0, 1] : [1])
      .filter((step) => goesAsTemplate(campaign, step) || mayWriteFreely(db, sender, contact.id, now));
    const parts = steps.flatMap((step) => partsFor(db, campaign, { recipient, step, variant: chosen }, from));
    if (parts.length === 0) refuse("ERR_CAMPAIGN_EMPTY", { detail: { lacks: "message" } });
    const ids = parts.map((part) => compose(db, ticket, { ...part, rank: RANK.scheduled }, null, now));
    const shown = shownTicket(db, ticket.id);
    for (const id of ids) {
      const message = shownMessage(db, id);
      emit("appMessage", { action: "create", message, ticket: shown, live: false }, viewersOf(shown));
    }
    return sender;
  });
  company.signals.emit("outbox", { connectionId });
}

/** Whoever is called by their number only is spoken to as the first recipient, whose columns the texts name, too. */
function wordsFor(db: Write, campaign: CampaignRow, { name, number, email }: ContactRow) {
  const meant = whoIsMeant(campaign), sample = meant && samplesOf(db, meant, 0)[0];
  return {
    name: [{ name, number }, ...sample ? [sample] : []].find((who) => isNamed(who.name, who.number))?.name ?? "",
    email: email || (sample?.email ?? ""),
    columns: sample?.columns ?? null,
  };
}
