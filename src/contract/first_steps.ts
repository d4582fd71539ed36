import * as z from "zod/mini";
import { get } from "./call.ts";

/** What a new company needs before customers can be served, and what of it is done. */
export const FirstSteps = z.object({
  /** A number is, or was, connected. */
  connection: z.boolean(),
  queue: z.boolean(),
  /** Somebody besides the first administrator. */
  users: z.boolean(),
  /** Opening hours are kept, by company or by queue. */
  hours: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

export const firstSteps = {
  show: get("/first-steps", "What a new company has done of what it needs", {
    who: "settings-page:edit",
    answer: FirstSteps,
  }),
};
