import * as z from "zod/mini";
import { examine } from "../../doctor/examine.ts";
import { patientOf } from "../../doctor/served.ts";
import { operation } from "../operation.ts";

/** Says what is wrong with a data folder, and what to do. Where nobody serves it, the command does it itself (control/examine.ts). */
export const doctor = operation(
  "doctor",
  z.object({
    isDeep: z.boolean(),
    online: z.optional(z.url()),
    /** Where the key of the backups would lie, for a folder that nobody serves. */
    keyPath: z.string(),
  }),
  ({ tenants, input }) => examine(patientOf(tenants, input)),
);
