import type { CheckName } from "../contract/findings.ts";
import type { Found } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** One thing that is looked at. */
export interface Check {
  name: CheckName;
  /** What is so when nothing is found. */
  fine: string;
  look(patient: Patient): Found[] | Promise<Found[]>;
}
