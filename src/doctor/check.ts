import type { CheckName } from "../contract/findings.ts";
import type { Found } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** One thing that is looked at. */
export interface Check {
  name: CheckName;
  /** What is so when nothing is found. */
  fine: string;
  /** Only a server that serves the folder knows it: where none is asked, nothing is said of it. */
  asksServer?: true;
  /** Where nothing can be said of it, neither good nor bad. */
  isLeftOut?(patient: Patient): boolean;
  look(patient: Patient): Found[] | Promise<Found[]>;
}
