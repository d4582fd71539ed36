import * as z from "zod/mini";
import { StorePlace } from "../contract/backups.ts";
import { askUnseen } from "../platform/ask_password.ts";
import { BadUsage } from "../platform/config.ts";
import type { S3Flags } from "./s3_flags.ts";

const Bucket = z.omit(StorePlace, { secretKey: true });

/** What each of them takes, where it was given something else. */
const TAKES: Record<keyof z.infer<typeof Bucket>, string> = {
  endpoint: "--endpoint takes an address such as https://s3.example.com",
  bucket: "--bucket takes a name of letters, digits, dots and dashes",
  prefix: "--prefix takes a folder in the bucket, of letters, digits, dots and dashes, such as balcao/north/",
  region: "--region takes the store's name for it, such as us-east-1",
  accessKey: "--access-key takes the name of the key, as the store has given it",
};

/** The same with its secret, which is asked for unseen, or comes from the environment. Throws a BadUsage. */
export function s3PlaceOf(flags: S3Flags) {
  const read = Bucket.safeParse(flags);
  if (!read.success) {
    const field = read.error.issues[0]!.path[0] as keyof typeof TAKES;
    // Somebody may have taken the secret for the name of the key.
    throw new BadUsage(field === "accessKey" ? TAKES[field] : `${TAKES[field]}, and not ${flags[field] || "nothing"}`);
  }
  const secretKey = Deno.env.get("BALCAO_S3_SECRET") || askUnseen("Secret key");
  return { kind: "s3", ...read.data, secretKey } as const;
}
