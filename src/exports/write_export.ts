import { createHash } from "node:crypto";
import { basename } from "node:path";
import { withFile, writeAll } from "../platform/with_file.ts";
import type { Tenants } from "../platform/tenants.ts";
import { toDisk } from "../platform/wal.ts";
import { workApart } from "./apart.ts";
import { BadExport } from "./bad_export.ts";
import { packed, type Part, partOfFile, partOfJson } from "../platform/tar.ts";
import { copyFile } from "./copy_file.ts";
import { type CompanyPart, FORMAT, FORMAT_VERSION, type Header, MEDIA, PARTS } from "./format.ts";
import { companyPartOf, secretsIn } from "./parts.ts";
import { encrypted } from "./password.ts";
import { everySoOften } from "./progress.ts";
import { anonymousPart } from "./anonymous_part.ts";
import { originOf } from "../companies/origins.ts";
import { holdMedia } from "./held_media.ts";
import { forgetExports, openSpool } from "./spools.ts";

export interface Exporting {
  tenants: Tenants;
  companyId: number;
  /** The version that writes it. */
  product: string;
  /** Where it goes; what is there already is never replaced. */
  path: string;
  isAnonymised: boolean;
  /** It is encrypted with it, and only then has in it what the server keeps sealed. */
  password?: string;
  /** Says how far it is. */
  say(text: string): void;
  signal: AbortSignal;
}

export interface Exported {
  header: Header;
  /** Bytes. */
  size: number;
}

/**
 * Writes a company as it stands now into one file, while it goes on working. Until the last byte is on the disk the file has
 * another name (`.part`), so that a half one never passes for a whole one; the next try takes its place.
 */
export async function writeExport(exporting: Exporting): Promise<Exported> {
  const { path, tenants } = exporting;
  await forgetExports(tenants);
  const { work, letGo } = await openSpool(tenants, path);
  try {
    await refuseTaken(path);
    const exported = await writeInto(exporting, work);
    await refuseTaken(path);
    await Deno.rename(`${work}/export`, path);
    await toDisk(path);
    return exported;
  } finally {
    await letGo();
  }
}

async function writeInto(exporting: Exporting, work: string): Promise<Exported> {
  const { tenants, companyId, product, isAnonymised, password, signal, say } = exporting;
  const exportedAt = Date.now(), copy = `${work}/copy.db`, file = `${work}/${PARTS.file}`;
  const part = companyPartOf(tenants, companyId);
  const secrets = password !== undefined && !isAnonymised ? secretsIn(tenants, companyId) : undefined;
  say("Copying the company's file");
  await copyFile(() => tenants.fileOf(companyId), copy, signal);
  const held = isAnonymised ? undefined : await holdMedia(tenants, companyId), media = held?.paths ?? [];
  try {
    say(isAnonymised ? "Disguising what it says of people" : "Looking the copy through");
    const facts = await workApart(copy, { does: "pack", into: file, isAnonymised }, signal);
    await removeDb(copy);
    const header: Header = {
      ...{ format: FORMAT, formatVersion: FORMAT_VERSION, product, schema: facts.schema, exportedAt },
      ...{ isAnonymised, hasSecrets: secrets !== undefined, origin: originOf(tenants, companyId) },
      ...{ rows: facts.rows, media: media.length },
    };
    const company = isAnonymised ? anonymousPart(part, facts.users) : part;
    const plain = packed(summed(partsOf({ header, company, secrets, file, media }, exporting)));
    const bytes = password === undefined ? plain : encrypted(password, plain);
    return { header, size: await written(bytes, `${work}/export`, signal) };
  } finally {
    await held?.letGo();
  }
}

interface Contents {
  header: Header;
  company: CompanyPart;
  secrets: unknown;
  file: string;
  /** Paths. */
  media: string[];
}

async function* partsOf({ header, company, secrets, file, media }: Contents, { say }: Exporting): AsyncGenerator<Part> {
  yield partOfJson(PARTS.header, header);
  yield partOfJson(PARTS.company, company);
  if (secrets) yield partOfJson(PARTS.secrets, secrets);
  yield await partOfFile(PARTS.file, file);
  const announce = everySoOften(say);
  for (const [nth, path] of media.entries()) {
    yield await partOfFile(`${MEDIA}${basename(path)}`, path);
    announce(() => `${nth + 1} of ${media.length} files`);
  }
}

/** The parts, and after them the sums of all: as `sha256sum --check` reads them. */
async function* summed(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  const sums: string[] = [];
  for await (const part of parts) {
    const hash = createHash("sha256");
    yield { ...part, bytes: hashing(part.bytes, hash) };
    sums.push(`${hash.digest("hex")}  ${part.name}\n`);
  }
  const bytes = new TextEncoder().encode(sums.join(""));
  yield { name: PARTS.sums, size: bytes.length, bytes: [bytes] };
}

async function* hashing(bytes: Part["bytes"], hash: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

async function written(bytes: AsyncIterable<Uint8Array>, path: string, signal: AbortSignal): Promise<number> {
  return await withFile(path, { write: true, createNew: true, mode: 0o600 }, async (file) => {
    let size = 0;
    for await (const chunk of bytes) {
      signal.throwIfAborted();
      await writeAll(file, chunk);
      size += chunk.length;
    }
    await file.sync();
    return size;
  });
}

async function refuseTaken(path: string): Promise<void> {
  const isThere = await Deno.lstat(path).then(() => true, () => false);
  if (isThere) throw new BadExport(`${path} is there already: choose another name, or remove it`);
}

async function removeDb(path: string): Promise<void> {
  for (const ending of ["", "-wal", "-shm"]) await Deno.remove(path + ending).catch(ignoreGone);
}

function ignoreGone(error: unknown): undefined {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
