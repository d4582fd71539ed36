import * as z from "zod/mini";

/** A file of which an upgraded copy is wanted. */
export const Order = z.object({
  /** The company; 0 for the provider's file. */
  id: z.int(),
  kind: z.enum(["company", "provider"]),
  path: z.string(),
  copy: z.string(),
});
export type Order = z.infer<typeof Order>;

/** What became of it: why there is none, or the id of the newest message that is in it. */
export const Outcome = z.object({ id: z.int(), fault: z.optional(z.string()), newestMessage: z.optional(z.int()) });
export type Outcome = z.infer<typeof Outcome>;
