import { Buffer } from "node:buffer";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import { fileTypeFromBuffer, supportedMimeTypes } from "file-type";
import { Refusal, refuse } from "../contract/errors.ts";
import { MOST_FILES } from "../contract/messages.ts";
import type { Company } from "./company.ts";
import { isDiskFull } from "./db.ts";
import { headOf } from "./with_file.ts";
import { keepMedia, makeMediaFolder, mediaPath, newMediaName } from "./media.ts";
import { LARGEST_FILE } from "../shared/limits.ts";

/** A file that came with a request, already on disk. Whoever keeps it takes `path` and empties it. */
export interface ReceivedFile {
  path: string | undefined;
  name: string;
  mimetype: string;
  /** Bytes. */
  size: number;
}

interface Wanted {
  /** Where files may come along. */
  field: string;
  /** Refuses, or says how many bytes of files there is room for. */
  admit?: () => number;
  /** Bytes that one file may have, where that is less than everybody may send. */
  largest?: number;
}

/** Reads multipart/form-data, streaming its files into the company's media folder once they are let in. */
export async function readMultipart(request: Request, company: Company, wanted: Wanted) {
  const { field, admit = () => Infinity, largest = LARGEST_FILE } = wanted;
  const room = await roomFor(request, company, admit);
  let total = 0;
  const fields: Record<string, unknown> = {};
  const files: ReceivedFile[] = [];
  const writing: Promise<void>[] = [];
  let wrong: Error | undefined;
  const reader = readerOf(request, largest);
  reader.on("field", (name, value) => void (fields[name] = fromText(name, value)));
  reader.on("file", (name, stream, { filename, mimeType }) => {
    // Many programs write the field of several files as one of a list: medias[], medias[0].
    if (name.replace(/\[\d*\]$/, "") !== field) {
      wrong ??= new Refusal("ERR_INVALID_INPUT", { fields: { [name]: "unknown" } });
      return void stream.resume();
    }
    const path = mediaPath(company, newMediaName());
    const file: ReceivedFile = { path, name: plainName(filename), mimetype: mimeType, size: 0 };
    files.push(file);
    const kept = async function* () {
      // What cannot be kept goes by all the same: a form ends only where each of its files does.
      for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
        file.size += chunk.length;
        // Who did not say beforehand how much it would be finds out when it is too much; the rest of it goes by.
        if ((total += chunk.length) > room) wrong ??= new Refusal("ERR_STORAGE_LIMIT");
        if (!wrong) yield chunk;
      }
    };
    stream.on("limit", () => void (wrong ??= new Refusal("ERR_FILE_TOO_LARGE", { detail: { name: file.name } })));
    const writer = createWriteStream(path);
    // One that breaks off while the file is being opened makes it nevertheless: it is gone only when this is closed.
    const closed = new Promise<void>((resolve) => writer.once("close", () => resolve()));
    writing.push(
      pipeline(kept, writer).catch((error: Error) => void (wrong ??= error))
        .then(() => void stream.resume()).then(() => closed),
    );
  });
  reader.on("filesLimit", () => void (wrong ??= new Refusal("ERR_INVALID_INPUT", { fields: { [field]: "too_long" } })));
  try {
    await pipeline(Readable.from(drained(request, () => wrong)), reader);
    await Promise.all(writing);
    if (wrong) throw wrong;
    for (const file of files) file.mimetype = await honestType(file);
    await keepMedia(files.flatMap(({ path }) => path ?? []));
    return { fields, files };
  } catch (error) {
    await Promise.allSettled(writing);
    await discard(files);
    const reason = wrong ?? error;
    // The disk's errors are ours; all others are the sender's, who sent no whole form.
    if (reason instanceof Refusal || isDiskFull(reason) || "path" in (reason as Error)) throw reason;
    refuse("ERR_INVALID_INPUT");
  }
}

/** What a form may have besides its files: boundaries, names, the text. */
const ENVELOPE = 1_000_000;

/** A refusal comes before anything is stored. */
async function roomFor(request: Request, company: Company, admit: () => number): Promise<number> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  try {
    const room = admit();
    makeMediaFolder(company);
    if (announced > MOST_FILES * LARGEST_FILE + ENVELOPE) refuse("ERR_BODY_TOO_LARGE");
    if (announced - ENVELOPE > room) refuse("ERR_STORAGE_LIMIT");
    return room;
  } catch (error) {
    await drain(request);
    throw error;
  }
}

/** Lets what was refused go by. */
async function drain(request: Request): Promise<void> {
  const enough = new Error("read enough");
  try {
    for await (const _ of drained(request, () => enough));
  } catch { /* it hung up, or had more to say than anybody hears out */ }
}

function readerOf({ headers }: Request, largest: number): busboy.Busboy {
  try {
    return busboy({
      headers: Object.fromEntries(headers),
      defParamCharset: "utf8",
      limits: { fileSize: largest, files: MOST_FILES, fields: 20, fieldSize: 300_000 },
    });
  } catch {
    refuse("ERR_INVALID_INPUT");
  }
}

/**
 * What is sent, and once something is wrong with it only a little more: a browser shows the refusal only when it was
 * read to its end, but nobody is read without end.
 */
async function* drained({ body }: Request, isWrong: () => Error | undefined): AsyncGenerator<Uint8Array> {
  let patience = LARGEST_FILE;
  for await (const chunk of body ?? []) {
    const wrong = isWrong();
    if (wrong && (patience -= chunk.length) < 0) throw wrong;
    yield chunk;
  }
}

/** What a person wrote, whatever it looks like. */
const WORDS = ["body", "message"];

/** A form carries texts only; objects and booleans arrive as JSON. */
function fromText(name: string, value: string): unknown {
  // On their way in a form all line breaks become CRLF (HTML, "constructing the entry list").
  const text = value.replaceAll("\r\n", "\n");
  if (WORDS.includes(name)) return text;
  if (text === "true" || text === "false") return text === "true";
  if (!text.startsWith("{")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A file's name without folders or control characters, at most 200 characters. */
export function plainName(name: string | undefined): string {
  const last = (name ?? "").split(/[\\/]/).at(-1)!;
  // deno-lint-ignore no-control-regex -- the control characters are the point
  const clean = last.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069"<>|:*?]/g, "").trim().replace(/^\.+/, "");
  return clean.length <= 200 ? clean || "file" : clean.slice(0, 190) + (/\.\w{1,8}$/.exec(clean)?.[0] ?? "");
}

/** Drawings are left out: an SVG is text, and is sent and kept as a document. */
const SHOWN = /^(image\/(?!svg)|audio\/|video\/)/;
/** Types that are known by their first bytes, under the other names that browsers have for them, too. */
const KNOWN = new Set([...supportedMimeTypes, "image/jpg", "audio/mp3", "audio/x-wav", "audio/opus", "video/x-m4v"]);
const UNKNOWN = "application/octet-stream";

/**
 * What a file is, by its first bytes. One that claims to be a picture, a sound or a film and is none is refused; of what has
 * no first bytes to be known by (a drawing in .dxf, a list of songs) nothing is known, and it is a document.
 */
export async function honestType(file: ReceivedFile): Promise<string> {
  const found = await fileTypeFromBuffer(Buffer.from(await headOf(file.path!, 4100)));
  const isShown = SHOWN.test(file.mimetype);
  if (!found) {
    if (!isShown) return file.mimetype;
    if (!KNOWN.has(file.mimetype)) return UNKNOWN;
    return refuse("ERR_FILE_TYPE", { detail: { name: file.name } });
  }
  // One container holds sound or film alike (ogg, webm, mp4), so these two may stand for each other.
  const kind = (type: string) => type.startsWith("image/") ? "image" : SHOWN.test(type) ? "played" : "other";
  if (isShown && kind(found.mime) !== kind(file.mimetype)) refuse("ERR_FILE_TYPE", { detail: { name: file.name } });
  return isShown && kind(found.mime) === "played" ? file.mimetype : found.mime;
}

/** Removes the files of a request that nobody kept. */
export async function discard(files: ReceivedFile[]): Promise<void> {
  for (const { path } of files) {
    if (path) await Deno.remove(path).catch(() => {});
  }
}
