import * as z from "zod/mini";
import { Claimed } from "./backups.ts";
import { get } from "./call.ts";
import { LEVELS } from "./findings.ts";

export const Finding = z.object({
  /** Which check has found it (findings.ts). */
  check: z.string(),
  /** A name that stays, of `FINDINGS`; of what is good, the check's. */
  what: z.string(),
  level: z.enum(LEVELS),
  /** The number of the company that it is about, and how it is called; left out when it is about all of them. */
  company: z.optional(z.int()),
  companyName: z.optional(z.string()),
  /** What `FINDINGS` names. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  /** A sentence, and what to do: in English, for programs and logs. */
  says: z.string(),
  todo: z.string(),
});
export type ShownFinding = z.infer<typeof Finding>;

/** What the process uses, and how much there is. Bytes. */
const Vitals = z.object({
  /** ISO 8601. */
  startedAt: z.string(),
  memory: z.number(),
  allMemory: z.number(),
  diskFree: z.number(),
  diskSize: z.number(),
  /** Bytes a day by which the disk's room becomes less, more below 0; null while that is not known. */
  diskLoss: z.nullable(z.number()),
  /** ms by which 99 of 100 rounds of the event loop are late at most; null until some were seen. */
  loopDelay: z.nullable(z.number()),
  companies: z.int(),
  /** Companies whose file is open now, and sessions at networks. */
  openCompanies: z.int(),
  sessions: z.int(),
});
export type Vitals = z.infer<typeof Vitals>;

const BackupPlace = z.object({
  id: z.int(),
  kind: z.enum(["folder", "s3"]),
  place: z.string(),
  /** Why it takes nothing, if so. */
  fault: z.nullable(z.string()),
  claimed: z.nullable(Claimed),
  /** Whether it takes nothing because nothing of what was brought there is there. */
  isEmptied: z.boolean(),
  /** What it lacks: pieces, bytes, and since when (ISO 8601). */
  objects: z.int(),
  bytes: z.number(),
  since: z.nullable(z.string()),
  /** When it was brought something last since the server started (ISO 8601). */
  lastBrought: z.nullable(z.string()),
  /** The companies' oldest proof that they can be restored from it (ISO 8601); null as long as one has none. */
  provenAt: z.nullable(z.string()),
  /** Companies whose last try to restore them went wrong. */
  failed: z.array(z.int()),
});
export type BackupPlace = z.infer<typeof BackupPlace>;

export const Health = z.object({
  version: z.string(),
  /** When it was looked (ISO 8601). */
  at: z.string(),
  level: z.enum(LEVELS),
  findings: z.array(Finding),
  /** Null until the server listens. */
  vitals: z.nullable(Vitals),
  /** False while there is no key for backups. */
  hasBackups: z.boolean(),
  /** There are places with backups, and none are made because their key is not here. */
  isKeyAway: z.boolean(),
  places: z.array(BackupPlace),
});
export type Health = z.infer<typeof Health>;

export const doctor = {
  show: get("/doctor", "What is wrong with the installation and what to do, and how its backups stand", {
    who: "cockpit:view",
    answer: Health,
  }),
};
