import type { FactsOf, FindingName } from "../../../src/contract/findings.ts";

export interface Said {
  says: string;
  /** What to do; commands stand between `…`. */
  todo: string;
}

/** Of whom a finding speaks, and in which time zone. */
export interface About {
  isCompany: boolean;
  timeZone: string;
}

/** What is said of some findings, by what each has beside its name. */
export type TextsOf<Name extends FindingName> = {
  [Each in Name]: (facts: FactsOf<Each>, about: About) => Said;
};
