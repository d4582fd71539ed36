import { useEffect, useEffectEvent, useRef, useState } from "react";
import type * as z from "zod/mini";
import {
  type Campaign,
  type CampaignReport,
  campaigns,
  type Recipient,
  type RecipientFilter,
} from "../../src/contract/campaigns.ts";
import { call } from "../call.ts";
import { pagedList } from "../list/pagedList.ts";
import { onEvent, onResync } from "../live.ts";

export type Report = z.infer<typeof CampaignReport>;

/** A report is read once more so long (ms) after its campaign has ended (spec 3 §4). */
const RELOAD_AFTER_END = 5000;
/** ms between two readings while recipients change. */
const PACE = 1000;

/** Recipients of a campaign by pages, the last changed first. */
export const recipientList = pagedList(campaigns.recipients, {
  rows: (answer): readonly Recipient[] => answer.records,
  hasMore: (answer) => answer.hasMore,
});

/** Which recipients somebody wants to see, as they have said it. */
export interface Wanted {
  search: string;
  filter?: RecipientFilter;
  /** Which of the messages they got, 1 to 5. */
  variant?: number;
}

/** Everybody. */
export const ALL: Wanted = { search: "" };

/** The same as the server is asked for it: for the list, and for what is exported of it. */
export function queryOf({ search, filter, variant }: Wanted) {
  return { searchParam: search.trim().toLowerCase(), ...filter && { filter }, ...variant && { variant } };
}

/** The filters that a state's count leads to. */
export function filterOf(recipient: Recipient): RecipientFilter {
  const { state, answeredAt, readAt, deliveredAt } = recipient;
  if (state !== "sent") return state;
  return answeredAt ? "answered" : readAt ? "read" : deliveredAt ? "delivered" : "sent";
}

/** Running totals, for a chart that only rises. */
export function totalsOf(counts: readonly number[]): number[] {
  let sum = 0;
  return counts.map((count) => sum += count);
}

/** A campaign and its report, kept live. */
export function useReport(id: number) {
  const [campaign, setCampaign] = useState<Campaign>(), [report, setReport] = useState<Report>();
  const [error, setError] = useState<unknown>();
  const clock = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOver = useRef(false);
  const read = useEffectEvent(async () => {
    try {
      const [details, next] = await Promise.all([call(campaigns.show, { id }), call(campaigns.report, { id })]);
      if (isOver.current) return;
      setCampaign(details);
      setReport(next);
      setError(undefined);
    } catch (error) {
      if (!isOver.current) setError(error);
    }
  });
  /** Reads it after a while, once for all that happens till then. */
  const soon = useEffectEvent((after: number) => {
    clock.current ??= setTimeout(() => {
      clock.current = undefined;
      void read();
      recipientList.refresh();
    }, after);
  });
  useEffect(() => {
    isOver.current = false;
    const ends: ReturnType<typeof setTimeout>[] = [];
    void read();
    const stop = onEvent("campaign", (change) => {
      if (change.action === "delete" ? change.id !== id : change.record.id !== id) return;
      if (change.action === "delete") return void read();
      setCampaign(change.record);
      soon(PACE);
      if (change.record.status === "FINALIZADA") {
        ends.push(setTimeout(() => {
          void read();
          recipientList.refresh();
        }, RELOAD_AFTER_END));
      }
    });
    const stopResync = onResync(() => void read());
    return () => {
      isOver.current = true;
      stop();
      stopResync();
      clearTimeout(clock.current);
      clock.current = undefined;
      ends.forEach(clearTimeout);
    };
  }, [id]);
  return { campaign, report, error, retry: () => void read(), setCampaign };
}
