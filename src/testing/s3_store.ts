import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { crc32 } from "node:zlib";
import type { S3Place } from "../backups/targets/s3_place.ts";
import { type Asked, faultOfSignature } from "./s3_signature.ts";
import { keysIn, listXml, partsIn, refusalXml, Refused, textXml } from "./s3_xml.ts";

/**
 * What the store does instead of answering the next calls as it should: `500`, `503`, `bare` (a 500 without a word), `cut` (the line breaks off in the
 * middle of the answer), `forget` (it says that it keeps what it is given, and does not), `silence` (no answer ever).
 */
export type Lie = "500" | "503" | "bare" | "cut" | "forget" | "silence";

const SECRET = { accessKey: "BALCAOTEST", secretKey: "a secret of the tests" };
/** How many keys a page of a list has at most; S3's own number. */
const PAGE = 1000;
/** A part but the last may not be smaller (bytes); S3's own number. */
const SMALLEST_PART = 5_242_880;

/** A small store that speaks S3's protocol on loopback as far as backups use it, checks signatures, and lies on order. */
export async function startS3Store() {
  const objects = new Map<string, Uint8Array>(), uploads = new Map<string, Map<number, Uint8Array>>();
  const state = {
    objects,
    uploads,
    /** What each call was, in their order: `PUT /bucket/key`. */
    calls: [] as string[],
    /** How it lies to the next calls that match; one entry each. */
    lies: [] as { lie: Lie; to?: RegExp }[],
    /** Milliseconds before each answer. */
    slowness: 0,
    /** Keys that it lists, and does not have · keys that it has, and does not list. */
    invented: [] as string[],
    hidden: new Set<string>(),
  };
  const server = createServer((request, response) => void answer(state, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const place: S3Place = {
    kind: "s3",
    endpoint: `http://127.0.0.1:${port}`,
    bucket: "copies",
    prefix: "balcao/",
    region: "us-east-1",
    ...SECRET,
  };
  return Object.assign(state, {
    place,
    /** The next calls, or those among them that begin so, are answered by a lie. */
    lie(lie: Lie, times = 1, to?: RegExp): void {
      for (let nth = 0; nth < times; nth++) state.lies.push({ lie, to });
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

export type S3Store = Awaited<ReturnType<typeof startS3Store>>;
type State = Pick<S3Store, "objects" | "uploads" | "calls" | "lies" | "slowness" | "invented" | "hidden">;

interface Call extends Asked {
  bucket: string;
  key: string;
}

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = await callOf(request), said = `${call.method} ${request.url}`;
  state.calls.push(said);
  const nth = state.lies.findIndex(({ to }) => to?.test(said) ?? true);
  const lie = nth < 0 ? undefined : state.lies.splice(nth, 1)[0]!.lie;
  if (lie === "silence") return;
  if (lie === "bare") return void response.writeHead(500).end();
  if (state.slowness > 0) await new Promise((resolve) => setTimeout(resolve, state.slowness));
  const { status = 200, headers = {}, body = "" } = lie === "500" || lie === "503"
    ? { status: Number(lie), body: refusalXml(lie === "500" ? "InternalError" : "SlowDown") }
    : answerTo(state, call, lie === "forget");
  const bytes = Buffer.from(body as string);
  // An answer without a body would be whole before the line breaks off.
  if (lie === "cut" && bytes.length === 0) return void response.destroy();
  // Callers set their clock by it.
  response.writeHead(status, { ...headers, date: new Date().toUTCString(), "content-length": bytes.length });
  if (lie !== "cut") return void response.end(call.method === "HEAD" ? undefined : bytes);
  response.write(bytes.subarray(0, bytes.length >> 1));
  setTimeout(() => response.destroy(), 20);
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part);
  const [path = "", query = ""] = request.url!.split("?");
  const [, bucket = "", ...rest] = path.split("/");
  return {
    method: request.method!,
    path,
    query,
    headers: request.headers as Record<string, string>,
    body: Buffer.concat(parts),
    bucket,
    key: decodeURIComponent(rest.join("/")),
  };
}

function answerTo(state: State, call: Call, isForgotten: boolean): Answer {
  try {
    const fault = faultOfSignature(call, SECRET) ?? faultOfSum(call);
    if (fault) throw new Refused(fault, fault === "BadDigest" ? 400 : 403);
    if (call.bucket !== "copies") throw new Refused("NoSuchBucket", 404);
    return VERBS[call.method]!(state, call, new URLSearchParams(call.query), isForgotten);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: error.status, body: refusalXml(error.message) };
  }
}

function faultOfSum({ headers, body }: Call): string | undefined {
  const said = headers["x-amz-checksum-crc32"];
  if (said === undefined) return undefined;
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return sum.toString("base64") === said ? undefined : "BadDigest";
}

const VERBS: Record<string, (state: State, call: Call, query: URLSearchParams, isForgotten: boolean) => Answer> = {
  PUT({ objects, uploads }, { key, body }, query, isForgotten) {
    const upload = query.get("uploadId");
    if (upload === null) {
      if (!isForgotten) objects.set(key, body);
    } else if (uploads.has(upload)) uploads.get(upload)!.set(Number(query.get("partNumber")), body);
    else throw new Refused("NoSuchUpload", 404);
    return { headers: { etag: etagOf(body) } };
  },
  GET({ objects, invented, hidden }, { key }, query) {
    if (key === "") {
      const all = [...objects].map(([key, { length }]) => ({ key, size: length })).filter(({ key }) =>
        !hidden.has(key)
      );
      return { body: listXml([...all, ...invented.map((key) => ({ key, size: 1 }))], query, PAGE) };
    }
    const kept = objects.get(key);
    if (!kept) throw new Refused("NoSuchKey", 404);
    return { body: kept, headers: { etag: etagOf(kept) } };
  },
  HEAD({ objects }, { key }) {
    const kept = objects.get(key);
    if (!kept) return { status: 404 };
    return { body: kept, headers: { etag: etagOf(kept) } };
  },
  POST(state, call, query, isForgotten) {
    if (query.has("delete")) {
      for (const key of keysIn(call.body)) state.objects.delete(key);
      return { body: textXml("DeleteResult", {}) };
    }
    if (query.has("uploads")) {
      const UploadId = crypto.randomUUID();
      state.uploads.set(UploadId, new Map());
      return { body: textXml("InitiateMultipartUploadResult", { Bucket: call.bucket, Key: call.key, UploadId }) };
    }
    return completed(state, call, query.get("uploadId") ?? "", isForgotten);
  },
  DELETE({ objects, uploads }, { key }, query) {
    const upload = query.get("uploadId");
    if (upload === null) objects.delete(key);
    else if (!uploads.delete(upload)) throw new Refused("NoSuchUpload", 404);
    return { status: 204 };
  },
};

function completed({ objects, uploads }: State, { key, body }: Call, id: string, isForgotten: boolean): Answer {
  const kept = uploads.get(id);
  if (!kept) throw new Refused("NoSuchUpload", 404);
  const parts = partsIn(body).map(({ number, etag }) => {
    const part = kept.get(number);
    if (!part || etagOf(part) !== etag) throw new Refused("InvalidPart", 400);
    return part;
  });
  if (parts.slice(0, -1).some(({ length }) => length < SMALLEST_PART)) throw new Refused("EntityTooSmall", 400);
  uploads.delete(id);
  const all = Buffer.concat(parts);
  if (!isForgotten) objects.set(key, all);
  return { body: textXml("CompleteMultipartUploadResult", { Key: key, ETag: etagOf(all) }) };
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash("md5").update(bytes).digest("hex")}"`;
}
