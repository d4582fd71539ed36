import { useEffect, useState } from "react";
import type * as z from "zod/mini";
import type { CampaignCheck } from "../../src/contract/campaign_report.ts";
import { campaigns } from "../../src/contract/campaigns.ts";
import { call } from "../call.ts";
import { audienceOf, type Fields } from "./draft.ts";

export type Check = z.infer<typeof CampaignCheck>;

/** ms for which the choices stand still before they are asked about. */
const SETTLE = 300;

/** What the campaign would do as its form has it now; what was known stays until the next answer. */
export function useCheck(values: Fields, id: number | undefined, from: number): Check | undefined {
  const [check, setCheck] = useState<Check>();
  const asked = JSON.stringify({
    contactListId: values.contactListId ?? null,
    whatsappIds: values.whatsappIds ?? [],
    scheduledAt: values.scheduledAt || null,
    audience: audienceOf(values.audience),
  });
  useEffect(() => {
    let isOld = false;
    const clock = setTimeout(() => {
      // Only whom it reaches and when is asked; a name is what the contract wants.
      const campaign = { name: "--", confirmation: false, ...JSON.parse(asked) as Fields };
      call(campaigns.check, { campaign, id, from }).then(
        (answer) => isOld || setCheck(answer),
        () => {/* Saving says what is wrong; the preview goes on with what it had. */},
      );
    }, SETTLE);
    return () => {
      isOld = true;
      clearTimeout(clock);
    };
  }, [asked, id, from]);
  return check;
}
