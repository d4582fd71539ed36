import { Buffer } from "node:buffer";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { S3Place } from "./s3_place.ts";
import { NotKept, type Stored, type Target } from "./target.ts";

/** An object that is larger (bytes) is brought in parts of this size; a store takes no smaller ones but the last. */
const PART = 8_388_608;
/** How many keys a store deletes at once. */
const MOST_DELETED = 1000;

export function s3Target({ endpoint, bucket, prefix, region, accessKey, secretKey }: S3Place): Target {
  heedNoFiles();
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Names of buckets in the host need a certificate and a name server that many small stores do not have.
    forcePathStyle: true,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 10_000, requestTimeout: 120_000 },
  });
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });
  return {
    async put(key, bytes) {
      const parts = inParts(bytes), first = await parts.next(), second = await parts.next();
      const body = first.value ?? new Uint8Array();
      if (second.done) return void await client.send(new PutObjectCommand({ ...at(key), Body: body }));
      await putInParts(client, at(key), [body, second.value!], parts);
    },
    async *get(key) {
      const { Body } = await client.send(new GetObjectCommand(at(key))).catch((error) => {
        throw error?.name === "NoSuchKey" ? new NotKept(`${key} is not there`) : error;
      });
      for await (const chunk of Body as AsyncIterable<Uint8Array>) yield chunk;
    },
    // By its list: whether a store answers a question for a head may hang on other rights.
    async has(key) {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: at(key).Key, MaxKeys: 1 }),
      );
      return Contents.some(({ Key }) => Key === at(key).Key);
    },
    async list(wanted) {
      const found: Stored[] = [];
      let from: string | undefined;
      for (;;) {
        const { Contents = [], NextContinuationToken, IsTruncated } = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}${wanted}`, ContinuationToken: from }),
        );
        found.push(...Contents.map(({ Key, Size }) => ({ key: Key!.slice(prefix.length), size: Size ?? 0 })));
        if (!IsTruncated || !NextContinuationToken) break;
        from = NextContinuationToken;
      }
      return found.sort((one, other) => one.key < other.key ? -1 : 1);
    },
    async remove(keys) {
      for (let from = 0; from < keys.length; from += MOST_DELETED) {
        const Objects = keys.slice(from, from + MOST_DELETED).map((key) => ({ Key: at(key).Key }));
        const { Errors } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        );
        if (Errors?.length) throw new Error(`${Errors.length} objects could not be deleted: ${Errors[0]!.Code}`);
      }
    },
  };
}

/** The library reads what its user has set up for other tools of the store's maker, unless these files are elsewhere. */
function heedNoFiles(): void {
  for (const name of ["AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"]) Deno.env.set(name, "/dev/null");
}

async function putInParts(
  client: S3Client,
  at: { Bucket: string; Key: string },
  begun: Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
  const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
  const put = async (Body: Uint8Array) => {
    const PartNumber = Parts.length + 1;
    const { ETag } = await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber, Body }));
    Parts.push({ ETag, PartNumber });
  };
  try {
    for (const part of begun) await put(part);
    for await (const part of rest) await put(part);
    await client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => {});
    throw error;
  }
}

async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let held: Uint8Array[] = [], size = 0;
  for await (const chunk of bytes) {
    held.push(chunk);
    if ((size += chunk.length) < PART) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}
