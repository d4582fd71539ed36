import * as z from "zod/mini";

/** A bucket of a store that speaks S3, and a folder in it. */
export const S3Place = z.object({
  kind: z.literal("s3"),
  endpoint: z.string().check(z.regex(/^https?:\/\/[^/]+$/)),
  bucket: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
  /** Empty, or a folder in the bucket that ends with a slash. */
  prefix: z.string().check(z.regex(/^([\w.-]+\/)*$/)),
  region: z.string().check(z.minLength(1)),
  accessKey: z.string().check(z.minLength(1)),
  secretKey: z.string().check(z.minLength(1)),
});
export type S3Place = z.infer<typeof S3Place>;
