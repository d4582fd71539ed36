import { asc, eq } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { QuickReply } from "../contract/quick_replies.ts";
import type { Read, Write } from "../platform/company.ts";
import { brokenUnique } from "../platform/db.ts";
import { quickReplyTable } from "./table.ts";

export interface QuickReplyDraft {
  shortcode: string;
  message: string;
}

export function listQuickReplies(db: Read): QuickReply[] {
  return db.select().from(quickReplyTable).orderBy(asc(quickReplyTable.shortcode)).all();
}

export function addQuickReply(db: Write, draft: QuickReplyDraft, userId: number): QuickReply {
  return coded(() => db.insert(quickReplyTable).values({ ...draft, userId }).returning().get());
}

export function changeQuickReply(db: Write, id: number, draft: QuickReplyDraft): QuickReply {
  const changed = coded(() =>
    db.update(quickReplyTable).set(draft).where(eq(quickReplyTable.id, id)).returning().all()
  );
  return changed[0] ?? refuse("ERR_NO_QUICK_REPLY_FOUND");
}

export function removeQuickReply(db: Write, id: number): void {
  const { changes } = db.delete(quickReplyTable).where(eq(quickReplyTable.id, id)).run();
  if (changes === 0) refuse("ERR_NO_QUICK_REPLY_FOUND");
}

/** Two replies under one shortcode could not be told apart while typing. */
function coded<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (brokenUnique(error) === "quick_replies.shortcode") {
      refuse("ERR_DUPLICATED_NAME", { fields: { shortcode: "taken" } });
    }
    throw error;
  }
}
