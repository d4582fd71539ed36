import { and, desc, eq, inArray } from "drizzle-orm";
import type * as z from "zod/mini";
import type { AnnouncementForm, PublishedAnnouncement } from "../contract/announcements.ts";
import { refuse } from "../contract/errors.ts";
import type { Read, Write } from "../platform/company.ts";
import { folded } from "../platform/full_text.ts";
import { nextRevision, refuseIfOther } from "../platform/provider_revisions.ts";
import { announcementReaderTable, type AnnouncementRow, announcementTable } from "./table.ts";

export const ANNOUNCEMENT_PAGE = 20;

/** Who asks: a person of some company. */
export interface Reader {
  companyId: number;
  userId: number;
  /** Sees those that are not active, too. */
  isSuper: boolean;
}

interface Asked {
  searchParam: string;
  pageNumber: number;
}

/** A page, the newest first; `db` is provider.db here, always. */
export function listAnnouncements(db: Read, reader: Reader, { searchParam, pageNumber }: Asked) {
  const wanted = folded(searchParam);
  const rows = db.select().from(announcementTable).orderBy(
    desc(announcementTable.createdAt),
    desc(announcementTable.id),
  )
    .all().filter((row) => isFor(reader, row) && folded(`${row.title}\n${row.text}`).includes(wanted));
  const from = (pageNumber - 1) * ANNOUNCEMENT_PAGE, page = rows.slice(from, from + ANNOUNCEMENT_PAGE);
  return { records: shownTo(db, reader, page), hasMore: rows.length > from + ANNOUNCEMENT_PAGE };
}

/** One of them; ERR_NO_ANNOUNCEMENT_FOUND when there is none for this person. */
export function announcementFor(db: Read, reader: Reader, id: number) {
  const row = announcementRow(db, id);
  return isFor(reader, row) ? shownTo(db, reader, [row])[0]! : refuse("ERR_NO_ANNOUNCEMENT_FOUND");
}

function isFor({ isSuper }: Reader, { isActive }: AnnouncementRow): boolean {
  return isActive || isSuper;
}

function shownTo(db: Read, { companyId, userId }: Reader, rows: readonly AnnouncementRow[]) {
  const ofReader = and(eq(announcementReaderTable.companyId, companyId), eq(announcementReaderTable.userId, userId));
  const ids = rows.map(({ id }) => id);
  const read = new Set(
    db.select({ id: announcementReaderTable.announcementId }).from(announcementReaderTable)
      .where(and(ofReader, inArray(announcementReaderTable.announcementId, ids))).all().map(({ id }) => id),
  );
  return rows.map((row) => ({ ...announcementOf(row), isRead: read.has(row.id) }));
}

/** Notes that a person has seen these; what there is not, or is not for them, is passed over. */
export function readAnnouncements(db: Write, reader: Reader, ids: readonly number[]): void {
  const { companyId, userId } = reader;
  const rows = db.select().from(announcementTable).where(inArray(announcementTable.id, [...ids])).all();
  for (const { id: announcementId } of rows.filter((row) => isFor(reader, row))) {
    db.insert(announcementReaderTable).values({ announcementId, companyId, userId }).onConflictDoNothing().run();
  }
}

type Values = z.output<typeof AnnouncementForm>;

export function addAnnouncement(db: Write, { status, ...values }: Values, now: number): AnnouncementRow {
  return db.insert(announcementTable).values({ ...values, isActive: status, createdAt: now }).returning().get();
}

interface By {
  by: { id: number; name: string };
  now: number;
}

/** Changes one, and answers it as it was, too; `was` is the revision that its maker saw. */
export function changeAnnouncement(db: Write, id: number, values: Values & { was?: number }, { by, now }: By) {
  const { was, status, ...rest } = values, had = announcementRow(db, id);
  refuseIfOther(had, was, { ...announcementOf(had), isRead: true });
  return { row: setRow(db, id, { ...rest, isActive: status, ...nextRevision(had, by, now) }), before: had };
}

interface Picture {
  mediaFile: string;
  mediaName: string;
  mediaType: string;
}

/** Gives it another picture, or none; the name of the one before is answered, too, which nobody needs any more. */
export function setPicture(db: Write, id: number, picture: Picture | null, { by, now }: By) {
  const had = announcementRow(db, id), none = { mediaFile: null, mediaName: null, mediaType: null };
  return { row: setRow(db, id, { ...picture ?? none, ...nextRevision(had, by, now) }), before: had.mediaFile };
}

/** Deletes it, and answers the name of its picture. */
export function removeAnnouncement(db: Write, id: number): string | null {
  const { mediaFile } = announcementRow(db, id);
  db.delete(announcementTable).where(eq(announcementTable.id, id)).run();
  return mediaFile;
}

/** The kind and the name of a picture that an announcement has, by its file's name. */
export function pictureNamed(db: Read, mediaFile: string): { name: string; mimetype: string } | undefined {
  const [row] = db.select().from(announcementTable).where(eq(announcementTable.mediaFile, mediaFile)).all();
  return row && { name: row.mediaName ?? "", mimetype: row.mediaType ?? "" };
}

export function announcementRow(db: Read, id: number): AnnouncementRow {
  return db.select().from(announcementTable).where(eq(announcementTable.id, id)).all()[0] ??
    refuse("ERR_NO_ANNOUNCEMENT_FOUND");
}

function setRow(db: Write, id: number, change: Partial<AnnouncementRow>): AnnouncementRow {
  return db.update(announcementTable).set(change).where(eq(announcementTable.id, id)).returning().get()!;
}

export function announcementOf(row: AnnouncementRow): PublishedAnnouncement {
  const { id, title, text, priority, isActive, mediaFile, mediaName, createdAt, revision } = row;
  return {
    id,
    title,
    text,
    priority,
    status: isActive,
    mediaPath: mediaFile && `/api/public/${mediaFile}`,
    mediaName,
    createdAt: new Date(createdAt).toISOString(),
    revision,
  };
}
