import type { PlaceFault } from "../../contract/backups.ts";
import { BadCommand } from "../../platform/config.ts";
import { NotKept } from "./target.ts";

/** A place that cannot keep these backups: by a name that screens have words for, and a sentence for the command line. */
export class Unfit extends BadCommand {
  override readonly exit: number;

  constructor(readonly fault: PlaceFault, says: string, options?: ErrorOptions) {
    super(says, options);
    this.exit = fault === "not_there" ? 3 : 1;
  }
}

/** What the system says of a folder (errno(3)). */
const BY_CODE: Record<string, PlaceFault> = {
  ENOENT: "not_there",
  ENOTDIR: "no_folder",
  EACCES: "not_writable",
  EPERM: "not_writable",
  EROFS: "not_writable",
  ENOSPC: "disk_full",
  EDQUOT: "disk_full",
};

/** What a store says (S3's "Error responses"); names that mean the same to who has to mend it stand together. */
const BY_NAME: Record<string, PlaceFault> = {
  NoSuchBucket: "no_bucket",
  InvalidBucketName: "no_bucket",
  InvalidAccessKeyId: "key_unknown",
  SignatureDoesNotMatch: "key_wrong",
  AccessDenied: "not_allowed",
  AllAccessDisabled: "not_allowed",
  AccountProblem: "not_allowed",
  PermanentRedirect: "wrong_region",
  AuthorizationHeaderMalformed: "wrong_region",
  IllegalLocationConstraintException: "wrong_region",
  TimeoutError: "silent",
  QuotaExceeded: "disk_full",
};

interface Said {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** What an error says; of an answer without a body the store's library has no words of its own. */
export function wordsOf(error: unknown): string {
  const { message } = error as Error, status = (error as Said).$metadata?.httpStatusCode;
  const isNameless = message === "" || message === "UnknownError" || message === "Unknown";
  return isNameless && status !== undefined ? `it answers with the HTTP status ${status}, and no more` : message;
}

/** What a store did not answer, in words; else as it says it itself. */
export function saysOf(error: unknown, kind: "folder" | "s3"): string {
  const said = wordsOf(error);
  return faultOf(error, kind) === "unreachable" ? `nobody answers there (${said})` : said;
}

/** What is wrong with a place, by how the try ended. */
export function faultOf(error: unknown, kind: "folder" | "s3"): PlaceFault {
  if (error instanceof Unfit) return error.fault;
  // It had said that it keeps what it was given.
  if (error instanceof NotKept) return "unreliable";
  const { name = "", code = "", $metadata } = error as Said;
  if (kind === "folder") return BY_CODE[code] ?? "failing";
  const status = $metadata?.httpStatusCode;
  if (BY_NAME[name]) return BY_NAME[name];
  if (status === undefined) return "unreachable";
  return status === 403 ? "not_allowed" : status === 301 ? "wrong_region" : "failing";
}
