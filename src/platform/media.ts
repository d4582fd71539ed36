import { refuse } from "../contract/errors.ts";
import type { Company } from "./company.ts";
import { isThere } from "./is_there.ts";
import { log } from "./log.ts";
import { toDisk } from "./wal.ts";

/** Files are named by chance alone: what a person calls a file never reaches the disk. */
export function newMediaName(): string {
  return crypto.randomUUID();
}

/** Where a new file goes; throws as `makeMediaFolder`. */
export function newMediaPath(company: Company, name = newMediaName()): string {
  makeMediaFolder(company);
  return mediaPath(company, name);
}

/** Makes the folder of a company's media anew where somebody has deleted it; ERR_COMPANY_UNAVAILABLE where all of it is gone. */
export function makeMediaFolder({ id, folder }: Pick<Company, "id" | "folder">): void {
  const path = `${folder}/media`;
  if (isThere(path)) return;
  try {
    Deno.mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) refuse("ERR_COMPANY_UNAVAILABLE");
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  log.error("The folder of a company's media was gone with all that was in it, and is made anew", { company: id });
}

export function mediaPath(company: Company, name: string): string {
  return `${company.folder}/media/${name}`;
}

/** A stored file under a second name, which goes without the first. Files never change, so the disk keeps one of both. */
export async function copyMedia(company: Company, name: string): Promise<string> {
  const from = mediaPath(company, name), to = newMediaPath(company);
  await Deno.link(from, to).catch(() => Deno.copyFile(from, to));
  return to;
}

/** Brings files that were written onto the disk, before anybody is told that they are stored. */
export async function keepMedia(paths: string[]): Promise<void> {
  await Promise.all(paths.map(toDisk));
}

/** What a browser may show in place; everything else is downloaded, so that no file can act as a page of ours. */
const SHOWN_IN_PLACE = /^(image\/(jpeg|png|gif|webp)|(audio|video)\/[\w.+-]+|application\/pdf)$/;

/** What a file is called until all of it is there (backups/restore.ts): no file of anybody's, and nothing to be kept or sent on. */
const PART = ".part";

export function newPartPath(path: string): string {
  return `${path}.${crypto.randomUUID()}${PART}`;
}

export function isPart(name: string): boolean {
  return name.endsWith(PART);
}

/** A stored file as an answer, in the range asked for (RFC 9110 §14). */
export async function serveFile(
  request: Request,
  path: string,
  about: { name: string; mimetype: string },
): Promise<Response> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch {
    return new Response(JSON.stringify({ error: "ERR_WAPP_DOWNLOAD_MEDIA" }), { status: 404, headers: JSON_TYPE });
  }
  const { size } = await file.stat();
  const headers = headersFor(about);
  const range = rangeOf(request.headers.get("range"), size);
  if (range === "unsatisfiable") {
    file.close();
    return new Response(null, { status: 416, headers: { "content-range": `bytes */${size}` } });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) headers.set("content-range", `bytes ${start}-${end}/${size}`);
  headers.set("content-length", String(Math.max(0, end - start + 1)));
  if (request.method === "HEAD" || size === 0) {
    file.close();
    return new Response(null, { status: range ? 206 : 200, headers });
  }
  if (start > 0) await file.seek(start, Deno.SeekMode.Start);
  const body = end === size - 1 ? file.readable : file.readable.pipeThrough(first(end - start + 1));
  return new Response(body, { status: range ? 206 : 200, headers });
}

const JSON_TYPE = { "content-type": "application/json" };

function headersFor({ name, mimetype }: { name: string; mimetype: string }): Headers {
  const place = SHOWN_IN_PLACE.test(mimetype) ? "inline" : "attachment";
  return new Headers({
    "content-type": place === "inline" ? mimetype : "application/octet-stream",
    "content-disposition": `${place}; filename*=UTF-8''${attrChars(name)}`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=86400",
    "accept-ranges": "bytes",
  });
}

/** RFC 8187 §3.2.1 allows fewer characters than encodeURIComponent leaves. */
function attrChars(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
}

function rangeOf(header: string | null, size: number): { start: number; end: number } | "unsatisfiable" | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === undefined || (from === "" && to === "")) return undefined;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? "unsatisfiable" : { start, end };
}

function first(count: number): TransformStream<Uint8Array, Uint8Array> {
  let left = count;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= Math.min(left, chunk.length);
      if (left === 0) controller.terminate();
    },
  });
}
