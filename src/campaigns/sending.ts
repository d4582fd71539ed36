import type { Company } from "../platform/company.ts";
import type { Keys } from "../platform/keys.ts";
import type { CampaignRow } from "./table.ts";

/** What every message of a campaign needs to know. */
export interface Sending {
  company: Company;
  campaign: CampaignRow;
  connectionId: number;
  /** The company's own variables. */
  variables: readonly { key: string; value: string }[];
  /** By which erased numbers are told. */
  keys: Pick<Keys, "digests">;
  now: number;
}

/** What became of a recipient whose turn it was. */
export type Taken = { is: "put"; isStranger: boolean } | { is: "left_out" };
