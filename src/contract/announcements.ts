import * as z from "zod/mini";
import { del, get, post, put } from "./call.ts";
import { Id, Moment, PageNumber, SearchParam, SentFlag, typed, written } from "./fields.ts";
import { Revision, Was } from "./revisions.ts";

/** High, medium, low (spec 3 §9). */
const Priority = z.literal([1, 2, 3]);
export type Priority = z.infer<typeof Priority>;

/** Something that the provider has to say to everybody (spec 3 §3). */
export const Announcement = z.object({
  id: Id,
  title: z.string(),
  text: z.string(),
  priority: Priority,
  /** What is not active only super users see. */
  status: z.boolean(),
  /** The public address of its picture, and what the file was called; null for none. */
  mediaPath: z.nullable(z.string()),
  mediaName: z.nullable(z.string()),
  createdAt: Moment,
  /** Whether the person who asks has seen it. */
  isRead: z.boolean(),
  revision: Revision,
});
export type Announcement = z.infer<typeof Announcement>;

/** As an event brings it, which is for everybody. */
export const PublishedAnnouncement = z.omit(Announcement, { isRead: true });
export type PublishedAnnouncement = z.infer<typeof PublishedAnnouncement>;

/** A number, or the text of it as forms send it. */
const SentPriority = z.pipe(
  z._default(z.optional(z.union([z.number(), z.string().check(z.regex(/^[123]$/))])), 3),
  z.pipe(z.transform(Number), Priority),
);
const SentStatus = z._default(z.optional(SentFlag), true);

export const AnnouncementForm = z.object({
  title: typed(1, 100),
  text: z.pipe(written(5000), z.string().check(z.refine((text) => text.trim() !== ""))),
  priority: SentPriority,
  status: SentStatus,
});

/** What a picture may be (spec 3 §5). */
export const PICTURE_TYPES = ["image/png", "image/jpeg"];
/** Bytes. */
export const LARGEST_PICTURE = 5_000_000;

export const announcements = {
  list: get(
    "/announcements",
    "A page of announcements, the newest first; those that are not active for super users only",
    {
      query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
      answer: z.object({ records: z.array(Announcement), hasMore: z.boolean() }),
    },
  ),
  show: get("/announcements/:id", "One announcement", { answer: Announcement }),
  read: post("/announcements/read", "Note that the person has seen announcements", {
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(100)) }),
  }),
  add: post("/announcements", "Add an announcement", {
    who: "announcements:edit",
    body: AnnouncementForm,
    answer: Announcement,
  }),
  change: put("/announcements/:id", "Change an announcement", {
    who: "announcements:edit",
    body: z.extend(AnnouncementForm, { was: Was }),
    answer: Announcement,
  }),
  remove: del("/announcements/:id", "Delete an announcement with its picture", { who: "announcements:edit" }),
  setPicture: post("/announcements/:id/media-upload", "Give an announcement a picture: PNG or JPEG, up to 5 MB", {
    who: "announcements:edit",
    files: "file",
    answer: Announcement,
  }),
  dropPicture: del("/announcements/:id/media-upload", "Take an announcement's picture off", {
    who: "announcements:edit",
    answer: Announcement,
  }),
};
