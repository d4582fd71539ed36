import * as z from "zod/mini";
import { del, get, post } from "./call.ts";
import { Id, typed } from "./fields.ts";
import { MailLanguage } from "./mail.ts";
import { PasswordForm } from "./security.ts";

/** A folder of the server, best on another disk than the data. */
export const FolderPlace = z.object({
  /** From the root on: /mnt/backup/balcao */
  path: z.pipe(typed(1, 1000), z.string().check(z.startsWith("/"))),
  /** It is known that whatever takes the disk takes the data and their backup. */
  evenOnSameDisk: z.boolean(),
});

/** One word alone is a typing error more often than a machine of the own network: that one is written with its scheme or port. */
const Typed = z.pipe(typed(1, 300), z.string().check(z.regex(/^https?:\/\/|[.:]/i)));

const Endpoint = z.pipe(
  z.pipe(
    Typed,
    z.transform((text: string) => (/^https?:\/\//i.test(text) ? text : `https://${text}`).replace(/\/+$/, "")),
  ),
  z.string().check(z.regex(/^https?:\/\/[^/\s?#@]+$/i), z.refine((text) => URL.canParse(text))),
);

/** A folder in a bucket, as S3Place has it; it may be typed with slashes at its ends or without. */
const Prefix = z.pipe(
  z.pipe(typed(0, 200), z.transform((text: string) => text.replace(/^\/+|\/+$/g, "").replace(/(?<=.)$/, "/"))),
  z.string().check(z.regex(/^((?!\.\.?\/)[\w.-]+\/)*$/)),
);

/** A bucket of a store that speaks S3. */
export const StorePlace = z.object({
  /** Without a scheme it is https. */
  endpoint: Endpoint,
  region: typed(1, 100),
  bucket: z.pipe(typed(1, 100), z.string().check(z.regex(/^[\w.-]+$/))),
  prefix: z._default(Prefix, ""),
  accessKey: typed(1, 200),
  secretKey: z.string().check(z.minLength(1), z.maxLength(500)),
});

export type StoreForm = z.output<typeof StorePlace>;

/** Why a place cannot keep these backups; screens have words for each. */
export const PLACE_FAULTS = [
  "known",
  "in_place",
  "in_data",
  "foreign",
  "same_disk",
  "not_there",
  "no_folder",
  "not_writable",
  "disk_full",
  "unreachable",
  "silent",
  "key_unknown",
  "key_wrong",
  "not_allowed",
  "no_bucket",
  "wrong_region",
  "unreliable",
  "failing",
] as const;
export type PlaceFault = typeof PLACE_FAULTS[number];

/** Another installation that has a place now. */
export const Claimed = z.object({
  /** Its machine and its folder; empty where that cannot be read. */
  who: z.string(),
  /** ISO 8601 */
  at: z.string(),
});
export type Claimed = z.infer<typeof Claimed>;

export const BackupPlaces = z.object({
  /** Without a key nothing is brought anywhere. */
  hasKey: z.boolean(),
  /** The places have backups by a key that is not here: with a new one nothing of that could be restored. */
  isKeyAway: z.boolean(),
  /** The words of the key were shown and never asked back: nobody may have written them down. */
  areWordsOwed: z.boolean(),
  places: z.array(z.object({
    id: Id,
    kind: z.enum(["folder", "s3"]),
    /** What a person reads: no secret. */
    place: z.string(),
    /** It lies on the disk of the data. */
    isOnSameDisk: z.boolean(),
    /** Why it takes nothing, if so: in English, as the system or the store says it. */
    fault: z.nullable(z.string()),
    claimed: z.nullable(Claimed),
    /** Whether it takes nothing because nothing of what was brought there is there. */
    isEmptied: z.boolean(),
  })),
});
export type BackupPlaces = z.infer<typeof BackupPlaces>;

const Words = z.object({ words: z.array(z.string()) });

const SUPER = { who: "provider-settings:edit" } as const;

export const backups = {
  show: get("/provider/backups", "Where the backups go, and whether they have a key", {
    ...SUPER,
    answer: BackupPlaces,
  }),
  addFolder: post(
    "/provider/backups/folders",
    "Have backups go to a folder, once something was written there, read again and removed; what is wrong is said by its field",
    { ...SUPER, body: FolderPlace, answer: BackupPlaces },
  ),
  addStore: post(
    "/provider/backups/stores",
    "Have backups go to a store that speaks S3, once something was written there, read again and removed",
    { ...SUPER, body: StorePlace, answer: BackupPlaces },
  ),
  removePlace: del("/provider/backups/places/:id", "Bring nothing more to a place; what lies there stays", {
    ...SUPER,
    answer: BackupPlaces,
  }),
  makeKey: post(
    "/provider/backups/key",
    "Make the key of the backups, and tell its words, which are to be asked back",
    {
      ...SUPER,
      body: z.object({ language: MailLanguage }),
      answer: Words,
    },
  ),
  showWords: post("/provider/backups/words", "The words once more, by one's password, until they were asked back", {
    ...SUPER,
    body: z.extend(PasswordForm, { language: MailLanguage }),
    answer: Words,
  }),
  noteWords: post("/provider/backups/words/noted", "Say that the words were asked back: they are told no more", {
    ...SUPER,
    answer: BackupPlaces,
  }),
};
