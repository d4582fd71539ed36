import { typed } from "./fields.ts";

/** What a note says (spec 1 §5). */
export const NoteText = typed(2, 2000);
