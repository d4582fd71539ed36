import type { Command } from "commander";

export interface S3Flags {
  endpoint: string;
  bucket: string;
  prefix: string;
  region: string;
  accessKey: string;
}

const SECRET = "its secret is asked for unseen, read from a pipe, or taken from BALCAO_S3_SECRET";

/** What names a bucket. */
export function withS3(command: Command): Command {
  return command
    .requiredOption("--endpoint <url>", "the store's address")
    .requiredOption("--bucket <name>", "the bucket")
    .option("--prefix <folder/>", "a folder in it", "")
    .option("--region <name>", "the store's region", "us-east-1")
    .requiredOption("--access-key <id>", `the name of the key; ${SECRET}`);
}
