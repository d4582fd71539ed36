import { eq } from "drizzle-orm";
import { kindById } from "../connections/connections.ts";
import { connectionTable } from "../connections/table.ts";
import { type ConnectionKind, TRAITS } from "../contract/channels.ts";
import type { CampaignDraft, CampaignTemplate, FollowUp } from "../contract/campaigns.ts";
import { refuse } from "../contract/errors.ts";
import { templateToSend } from "../meta/templates.ts";
import type { Read } from "../platform/company.ts";
import { connectionsOf } from "./campaigns.ts";

/** Whether a campaign goes over the Cloud API, where what is sent first is a template. */
export function isByTemplate(db: Read, connectionIds: readonly number[]): boolean {
  return kindsOf(db, connectionIds).includes("cloud");
}

/** The same of a campaign that is there. */
export function goesByTemplate(db: Read, campaignId: number): boolean {
  return isByTemplate(db, connectionsOf(db, campaignId).map(({ id }) => id));
}

/** Without any named it is the default connection's. */
function kindsOf(db: Read, connectionIds: readonly number[]): ConnectionKind[] {
  const ids = connectionIds.length > 0 ? connectionIds : defaultSender(db) ?? [];
  return [ids].flat().flatMap((id) => kindById(db, id) ?? []);
}

/** The default connection, if anybody with a number can be written to by it. */
export function defaultSender(db: Read): number | undefined {
  const [row] = db.select({ id: connectionTable.id }).from(connectionTable).where(eq(connectionTable.isDefault, true))
    .all();
  return row && reachesNumbers(kindById(db, row.id)) ? row.id : undefined;
}

function reachesNumbers(kind: ConnectionKind | undefined): boolean {
  return kind !== undefined && TRAITS[kind].byNumber;
}

/**
 * What its connections can send: numbers are written to at WhatsApp alone, and linked phones and the Cloud API send different
 * things. Over the Cloud API nothing follows of itself, for whoever has not answered may not be written to again.
 */
export function checkKinds(
  db: Read,
  connectionIds: readonly number[],
  { template, followUps }: Pick<CampaignDraft, "template"> & { followUps?: FollowUp[] | null },
): CampaignTemplate | null {
  const kinds = kindsOf(db, connectionIds), isCloud = kinds.includes("cloud");
  if (!kinds.every(reachesNumbers)) refuse("ERR_INVALID_INPUT", { fields: { whatsappId: "no_campaigns" } });
  if (new Set(kinds).size > 1) refuse("ERR_INVALID_INPUT", { fields: { whatsappId: "mixed_kinds" } });
  if (!isCloud) return template ? refuse("ERR_INVALID_INPUT", { fields: { template: "invalid" } }) : null;
  if (followUps && followUps.length > 0) refuse("ERR_INVALID_INPUT", { fields: { followUps: "not_at_cloud" } });
  if (!template) return null;
  const ids = connectionIds.length > 0 ? connectionIds : [defaultSender(db)!];
  // Each account has templates of its own, and one of the same name may have other blanks.
  for (const id of ids) templateToSend(db, id, template, template.filled);
  return template;
}
