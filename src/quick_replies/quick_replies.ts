import { asc, eq, getTableColumns } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { QuickReply } from "../contract/quick_replies.ts";
import type { Read, Write } from "../platform/company.ts";
import { brokenUnique } from "../platform/db.ts";
import { type Maker, noteMaker, refuseIfChanged, revisionIn } from "../platform/revisions.ts";
import { quickReplyTable } from "./table.ts";

export interface QuickReplyDraft {
  shortcode: string;
  message: string;
}

const ROW = { ...getTableColumns(quickReplyTable), revision: revisionIn("quick_reply", quickReplyTable.id) };

export function listQuickReplies(db: Read): QuickReply[] {
  return db.select(ROW).from(quickReplyTable).orderBy(asc(quickReplyTable.shortcode)).all();
}

function quickReplyById(db: Read, id: number): QuickReply {
  return db.select(ROW).from(quickReplyTable).where(eq(quickReplyTable.id, id)).all()[0] ??
    refuse("ERR_NO_QUICK_REPLY_FOUND");
}

export function addQuickReply(db: Write, draft: QuickReplyDraft, userId: number): QuickReply {
  const { id } = coded(() => db.insert(quickReplyTable).values({ ...draft, userId }).returning().get());
  return quickReplyById(db, id);
}

export function changeQuickReply(
  db: Write,
  id: number,
  { was, ...draft }: QuickReplyDraft & { was?: number },
  by: Maker,
): QuickReply {
  const had = quickReplyById(db, id), changed = { kind: "quick_reply", id } as const;
  refuseIfChanged(db, changed, was, () => had);
  coded(() => db.update(quickReplyTable).set(draft).where(eq(quickReplyTable.id, id)).run());
  noteMaker(db, changed, by);
  return quickReplyById(db, id);
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
