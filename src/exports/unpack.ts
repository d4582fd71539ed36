import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type * as z from "zod/mini";
import { BadObject } from "../backups/envelope.ts";
import { isDiskFull } from "../platform/db.ts";
import { isPart } from "../platform/media.ts";
import { piecesOf, withFile, writeAll } from "../platform/with_file.ts";
import { BadExport } from "./bad_export.ts";
import { type Part, unpacked } from "../platform/tar.ts";
import { CompanyPart, COUNTED_SINCE, FORMAT, FORMAT_VERSION, Header, MEDIA, PARTS, Secrets } from "./format.ts";
import { decrypted } from "./password.ts";
import { everySoOften } from "./progress.ts";

/** What a file had in it, beside what was written into a folder. */
export interface Unpacked {
  header: Header;
  company: CompanyPart;
  secrets?: Secrets;
  /** How many files. */
  media: number;
}

export interface Unpacking {
  path: string;
  password?: string;
  /** An empty folder: the company's file and its media are written into it. */
  folder: string;
  /** Throws what speaks against a company like this, before the large parts are read. */
  accept(company: CompanyPart["company"]): void;
  /** The newest schema that this version knows. */
  newestSchema: number;
  say(text: string): void;
  signal: AbortSignal;
}

/** JSON parts are never larger (bytes); sums have a line for each of the media. */
const LARGEST_JSON = 20_000_000, LARGEST_SUMS = 400_000_000;
/** What a file is called in a company's folder (platform/media.ts). */
const MEDIA_NAME = /^[\w-][\w.-]{0,80}$/;

/** Takes an export apart, all of it checked by its sums. A BadExport says what is wrong with it. */
export async function unpack(unpacking: Unpacking): Promise<Unpacked> {
  try {
    return await takeApart(unpacking);
  } catch (error) {
    if (error instanceof BadExport || unpacking.signal.aborted || isDiskFull(error)) throw error;
    if (error instanceof BadObject) {
      const isOurs = unpacking.password !== undefined;
      throw new BadExport(isOurs ? "The password does not fit, or the file was changed" : "The file is damaged");
    }
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) throw error;
    throw new BadExport("This is no export of a company, or it is cut off or damaged");
  }
}

async function takeApart(unpacking: Unpacking): Promise<Unpacked> {
  const { path, password, signal, say } = unpacking;
  const found: Partial<Unpacked> = {}, sums = new Map<string, string>();
  let isChecked = false, media = 0, halves = 0;
  const { size } = await Deno.stat(path), announce = everySoOften(say);
  let read = 0;
  async function* stored(): AsyncGenerator<Uint8Array> {
    for await (const bytes of piecesOf(path)) {
      signal.throwIfAborted();
      yield bytes;
      read += bytes.length;
      announce(() => `${Math.floor(100 * read / size)} % of ${Math.ceil(size / 1e6)} MB`);
    }
  }
  const { bytes, isWhole } = watchedEnd(decrypted(stored(), password));
  for await (const part of unpacked(bytes)) {
    if (isChecked || sums.has(part.name)) throw new BadExport(`${part.name} is in this file where it does not belong`);
    if (!found.header && part.name !== PARTS.header) throw new BadExport("This is no export of a company");
    if (part.name === PARTS.sums) {
      checkSums(await wholeOf(part, LARGEST_SUMS), sums);
      isChecked = true;
      continue;
    }
    if (part.name.startsWith(MEDIA)) media++;
    if (isHalf(part)) halves++;
    sums.set(part.name, await take(part, found, unpacking));
  }
  if (!isChecked || !isWhole()) throw new BadExport("This export is cut off");
  const { header, company, secrets } = found;
  if (!header || !company || !sums.has(PARTS.file)) throw new BadExport("This export lacks a part");
  if (header.formatVersion >= COUNTED_SINCE && header.media !== media) {
    throw new BadExport(
      `This export is damaged: it has ${media} of the ${header.media} media that ${PARTS.header} names`,
    );
  }
  return { header, company, secrets, media: media - halves };
}

/** A tar file ends with two blocks of zeros (POSIX.1-2017, pax, "ustar Interchange Format"). */
const END = 1024;

/** Bytes as they come, and whether the last of them were a tar file's end. */
function watchedEnd(source: AsyncIterable<Uint8Array>): { bytes: AsyncIterable<Uint8Array>; isWhole(): boolean } {
  let last = new Uint8Array();
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const some of source) {
      last = new Uint8Array(Buffer.concat([last, some.subarray(-END)]).subarray(-END));
      yield some;
    }
  }
  return { bytes: bytes(), isWhole: () => last.length === END && last.every((byte) => byte === 0) };
}

/** Older versions took what was being written for media: it is counted there, and belongs to nobody. */
function isHalf({ name }: Part): boolean {
  return name.startsWith(MEDIA) && isPart(name);
}

/** Takes a part in, and answers its SHA-256 in hexadecimal. */
async function take(part: Part, found: Partial<Unpacked>, unpacking: Unpacking): Promise<string> {
  const { folder } = unpacking, media = part.name.slice(MEDIA.length);
  if (part.name === PARTS.file) return await writePart(part, `${folder}/company.db`);
  if (isHalf(part)) return await passedOver(part);
  if (part.name.startsWith(MEDIA) && MEDIA_NAME.test(media)) return await writePart(part, `${folder}/media/${media}`);
  const bytes = await wholeOf(part, LARGEST_JSON);
  switch (part.name) {
    case PARTS.header:
      found.header = headerIn(bytes, unpacking);
      break;
    case PARTS.company:
      found.company = jsonIn(CompanyPart, bytes, part.name);
      unpacking.accept(found.company.company);
      break;
    case PARTS.secrets:
      found.secrets = jsonIn(Secrets, bytes, part.name);
      break;
    default:
      throw new BadExport(`${part.name} does not belong into an export of a company`);
  }
  return createHash("sha256").update(bytes).digest("hex");
}

/** The first thing that is read: whoever sends something else, or something newer, is told before anything is written. */
function headerIn(bytes: Uint8Array, { newestSchema }: Unpacking): Header {
  const said = JSON.parse(new TextDecoder().decode(bytes));
  if (said?.format !== FORMAT) throw new BadExport("This is no export of a company");
  const { product, formatVersion, schema } = said as Partial<Header>;
  if (Number(formatVersion) > FORMAT_VERSION || Number(schema) > newestSchema) {
    throw new BadExport(
      `This export was made by a newer Balcão (${String(product).slice(0, 20)}, schema ${
        Number(schema)
      }; this one knows ` +
        `${newestSchema}): bring this server to that version first`,
    );
  }
  return jsonIn(Header, bytes, PARTS.header);
}

function jsonIn<S extends z.ZodMiniType>(shape: S, bytes: Uint8Array, name: string): z.output<S> {
  try {
    return shape.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw new BadExport(`This export is damaged: ${name} cannot be read`);
  }
}

async function writePart({ bytes }: Part, path: string): Promise<string> {
  const hash = createHash("sha256");
  await withFile(path, { write: true, createNew: true, mode: 0o600 }, async (file) => {
    for await (const chunk of bytes) {
      hash.update(chunk);
      await writeAll(file, chunk);
    }
    await file.syncData();
  });
  return hash.digest("hex");
}

async function passedOver({ bytes }: Part): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex");
}

async function wholeOf({ name, size, bytes }: Part, most: number): Promise<Uint8Array> {
  if (size > most) throw new BadExport(`This export is damaged: ${name} is too large`);
  const whole = new Uint8Array(size);
  let at = 0;
  for await (const chunk of bytes) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** As `sha256sum` writes them, one for each part that came before. */
function checkSums(bytes: Uint8Array, sums: ReadonlyMap<string, string>): void {
  const lines = new TextDecoder().decode(bytes).split("\n").filter(Boolean);
  const said = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const wrong = [...sums].find(([name, sum]) => said.get(name) !== sum)?.[0] ??
    [...said.keys()].find((name) => !sums.has(name));
  if (wrong) throw new BadExport(`This export is damaged: ${wrong} is not what it was when it was written`);
}
