import * as z from "zod/mini";
import { Id } from "./fields.ts";

/** So many rows one call changes at most. */
export const MOST_AT_ONCE = 500;

/** The rows that are meant; one that is named twice is meant once. */
export const Ids = z.array(Id).check(z.minLength(1), z.maxLength(MOST_AT_ONCE));

/** What became of each row; one that was refused says why, with code and detail of an ErrorAnswer. */
export const Outcome = z.object({ id: Id, error: z.optional(z.string()), detail: z.optional(z.unknown()) });
export type Outcome = z.infer<typeof Outcome>;
export const Outcomes = z.object({ outcomes: z.array(Outcome) });
