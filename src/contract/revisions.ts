import * as z from "zod/mini";

/** Counts the changes of what a form shows, by whatever way they came: 0 before the first. */
export const Revision = z.int();

/** The revision that the maker of a change has seen; when there is a later one, nothing is saved. Left out, it is not asked. */
export const Was = z.optional(z.int());

/** What ERR_CHANGED_MEANWHILE has in its `detail`: how it is now, and since when and by whom, as far as that is known. */
export interface Changed<R> {
  record: R;
  changedAt: string | null;
  changedBy: { id: number; name: string } | null;
}
