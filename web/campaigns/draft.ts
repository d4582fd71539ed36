import { Audience, type Campaign, type CampaignForm, SLOTS } from "../../src/contract/campaigns.ts";
import { shownIn } from "../../src/shared/clock.ts";
import type * as z from "zod/mini";
import { fieldTime } from "../ui/dates.ts";

/** Which of the messages. */
export type Slot = typeof SLOTS[number];
export type Fields = Partial<z.input<typeof CampaignForm>>;
type Draft = z.output<typeof CampaignForm>;

/** What the fields of a new campaign hold (spec 3 §3). */
export const EMPTY: Fields = {
  name: "",
  confirmation: "false",
  contactListId: null,
  whatsappIds: [],
  queueId: null,
  scheduledAt: null,
  audience: {},
  followUps: [],
  repeats: null,
  template: null,
};

/** What the fields hold of a campaign. */
export function fieldsOf(campaign: Campaign, timeZone: string): Fields {
  const { name, confirmation, contactListId, whatsapps, queueId, scheduledAt, audience, followUps, repeats, template } =
    campaign;
  const texts = SLOTS.flatMap((slot) => [`message${slot}`, `confirmationMessage${slot}`] as const)
    .map((key) => [key, campaign[key]]);
  return {
    ...Object.fromEntries(texts),
    ...{ name, contactListId, queueId, followUps, repeats, template },
    confirmation: confirmation ? "true" : "false",
    whatsappIds: whatsapps.map(({ id }) => id),
    scheduledAt: scheduledAt && fieldTime(scheduledAt, timeZone),
    audience: audience ?? {},
  };
}

/** What is meant by the fields: whose clocks, and whether they are of a campaign over the Cloud API. */
interface Meant {
  timeZone: string;
  isByTemplate: boolean;
}

/** What is sent: nothing instead of empty texts, and the time with its seconds (spec 3 §5). */
export function sentOf(draft: Draft, record: Campaign | undefined, { timeZone, isByTemplate }: Meant) {
  const { scheduledAt, audience, repeats } = draft;
  const texts = Object.fromEntries(
    SLOTS.flatMap((slot) => [`message${slot}`, `confirmationMessage${slot}`] as const)
      .map((key) => [key, draft[key]?.trim() || null]),
  );
  const hadTime = record?.scheduledAt;
  const isSameTime = Boolean(hadTime) && scheduledAt === fieldTime(hadTime!, timeZone);
  return {
    ...draft,
    ...texts,
    ...isByTemplate ? { followUps: [] } : { template: null },
    whatsappId: draft.whatsappIds?.[0] ?? null,
    // The field knows no seconds; a time that stays is no other time because of it.
    scheduledAt: isSameTime
      ? shownIn(timeZone, hadTime!, "yyyy-MM-dd HH:mm:ss")
      : scheduledAt
      ? `${scheduledAt.replace("T", " ")}:00`
      : null,
    audience: audienceOf(audience),
    // Another time is on another day of the month.
    repeats: repeats ? (isSameTime ? repeats : { every: repeats.every, until: repeats.until || null }) : null,
  };
}

/** Without what asks nothing; nothing when all of it asks nothing. */
export function audienceOf(fields: unknown): Audience | null {
  const read = Audience.safeParse(fields ?? {});
  if (!read.success) return null;
  const asked = Object.entries(read.data).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined
  );
  return asked.length > 0 ? Object.fromEntries(asked) as Audience : null;
}
