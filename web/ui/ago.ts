import { t } from "@lingui/core/macro";
import { differenceInMinutes } from "date-fns/differenceInMinutes";
import { formatDistanceStrict } from "date-fns/formatDistanceStrict";
import type { Moment } from "../../src/shared/clock.ts";

/** How long ago it was, in one unit: "há 3 dias". Its words come with the administrator's texts (i18n.ts). */
export function agoText(moment: Moment, now: Moment = Date.now()): string {
  // By the server's clock it may not have been yet.
  if (differenceInMinutes(now, moment) < 1) return t`agora`;
  return formatDistanceStrict(moment, now, { addSuffix: true, roundingMethod: "floor" });
}
