import { type Campaign, campaigns, EDIT_UNTIL } from "../../src/contract/campaigns.ts";
import { campaignSettings, CampaignVariable } from "../../src/contract/campaign_settings.ts";
import { type Connection, connections } from "../../src/contract/connections.ts";
import { contactLists } from "../../src/contract/contact_lists.ts";
import type { Change } from "../../src/contract/events.ts";
import * as z from "zod/mini";
import { call } from "../call.ts";
import { folded } from "../list/folded.ts";
import { pagedList } from "../list/pagedList.ts";
import { applyFound } from "../list/rows.ts";
import { onEvent } from "../live.ts";

/** The pages of campaigns, the newest first, one list for each search, kept live (spec 3 §4). */
export const campaignList = pagedList(campaigns.list, {
  rows: (answer): readonly Campaign[] => answer.records,
  hasMore: (answer) => answer.hasMore,
});

/** All contact lists and all connections, to choose from. */
export const listChoices = pagedList(contactLists.names, { rows: (answer) => answer });
export const connectionChoices = pagedList(connections.list, { rows: (answer): readonly Connection[] => answer });
onEvent("ContactList", () => listChoices.refresh());

/** Shows a change from a call's answer or an event. */
export function noteCampaign(change: Change<Campaign>): void {
  campaignList.change((rows, { searchParam = "" }, hasMore) =>
    applyFound(rows, change, {
      isFound: ({ name }) => isFound(name, searchParam),
      compare: (one, other) => other.id - one.id,
      hasMore,
    })
  );
}

onEvent("campaign", noteCampaign);

/** As the server's search: the name holds every word. */
export function isFound(name: string, searchParam: string): boolean {
  return folded(searchParam).split(/\s+/).filter(Boolean).every((word) => folded(name).includes(word));
}

/** Inactive, or scheduled for more than an hour from now (spec 3 §4). */
export function isEditable({ status, scheduledAt }: Pick<Campaign, "status" | "scheduledAt">, now: number): boolean {
  if (status === "INATIVA") return true;
  return status === "PROGRAMADA" && scheduledAt !== null && Date.parse(scheduledAt) - now > EDIT_UNTIL;
}

/** What can be saved: also one that was stopped. */
export function isOpenToChange(campaign: Campaign | undefined, now: number): boolean {
  return !campaign || campaign.status === "CANCELADA" || isEditable(campaign, now);
}

/** The company's own variables, which every campaign's text may name. */
export async function ownVariables(): Promise<CampaignVariable[]> {
  const found = (await call(campaignSettings.list)).find(({ key }) => key === "variables");
  return found ? z.array(CampaignVariable).parse(JSON.parse(found.value)) : [];
}
