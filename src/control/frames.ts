import * as z from "zod/mini";

/** What a command sends, as one line of JSON. */
export const Request = z.object({
  /** Whose schema the input is of: both sides are one version, or the server refuses. */
  version: z.string(),
  operation: z.string(),
  input: z.unknown(),
  /** The data folder as the person named it. */
  data: z.string().check(z.maxLength(4096)),
});
export type Request = z.infer<typeof Request>;

/** A request longer than this (bytes) is none. */
export const LONGEST_REQUEST = 1_000_000;

/** What comes back, a line of JSON each: that it was taken, any number that say how far it is, and one that ends it. */
export const Reply = z.union([
  z.object({ taken: z.literal(true) }),
  z.object({ progress: z.string() }),
  z.object({ done: z.unknown() }),
  z.object({
    refused: z.object({ sentence: z.string(), exit: z.int(), code: z.optional(z.string()) }),
  }),
]);
export type Reply = z.infer<typeof Reply>;

/** An answer longer than this (bytes) is not read: lists of a provider's companies stay far below. */
export const LONGEST_REPLY = 100_000_000;
