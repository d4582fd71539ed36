import { getDefaultStore } from "jotai";
import { type Announcement, announcements, type PublishedAnnouncement } from "../../src/contract/announcements.ts";
import type { Change } from "../../src/contract/events.ts";
import { call } from "../call.ts";
import { folded } from "../list/folded.ts";
import { pagedList } from "../list/pagedList.ts";
import { applyFound } from "../list/rows.ts";
import { onEvent } from "../live.ts";
import { meAtom } from "../session.ts";

/** The pages of announcements, the newest first, one list for each search, kept live. */
export const announcementList = pagedList(announcements.list, {
  rows: (answer): readonly Announcement[] => answer.records,
  hasMore: (answer) => answer.hasMore,
});

const newestFirst = (one: Announcement, other: Announcement) =>
  other.createdAt.localeCompare(one.createdAt) || other.id - one.id;

/** Shows a change that a call has answered, or an event has brought; what this person has seen stays so. */
export function noteAnnouncement(change: Change<PublishedAnnouncement>): void {
  const seesAll = getDefaultStore().get(meAtom)?.super ?? false;
  announcementList.change((rows, { searchParam = "" }, hasMore) => {
    const own = change.action === "delete" ? change : {
      ...change,
      record: { isRead: rows.find(({ id }) => id === change.record.id)?.isRead ?? false, ...change.record },
    };
    return applyFound(rows, own, {
      isFound: ({ title, text, status }) =>
        (status || seesAll) && folded(`${title}\n${text}`).includes(folded(searchParam)),
      compare: newestFirst,
      hasMore,
    });
  });
}

function noteRead(ids: readonly number[]): void {
  announcementList.change((rows) => rows.map((row) => ids.includes(row.id) ? { ...row, isRead: true } : row));
}

onEvent("announcement", noteAnnouncement);
onEvent("announcementRead", ({ ids }) => noteRead(ids));

/** Notes that the person has seen these, a hundred at most. Without a line they are as new the next time. */
export async function readAll(rows: readonly Announcement[]): Promise<void> {
  const ids = rows.map(({ id }) => id).slice(0, 100);
  if (ids.length === 0) return;
  await call(announcements.read, { ids }).then(() => noteRead(ids), () => {});
}
