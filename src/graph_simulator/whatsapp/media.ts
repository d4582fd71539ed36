import { createHash, createHmac } from "node:crypto";
import type { Asked } from "../asked.ts";
import { GraphError } from "../errors.ts";
import { keepMedia } from "../fetched.ts";
import type { MediaFile, WhatsAppLine } from "../model.ts";
import { checkToken, needScope } from "../tokens.ts";
import type { World } from "../world.ts";

const MB = 1024 * 1024;

/** Supported media types and their largest sizes ("Media" of the Cloud API). */
const LIMITS: [kind: RegExp, most: number][] = [
  [/^image\/webp$/, 500 * 1024],
  [/^image\/(jpeg|png)$/, 5 * MB],
  [/^audio\/(aac|amr|mpeg|mp4|ogg)$/, 16 * MB],
  [/^video\/(3gpp|mp4)$/, 16 * MB],
  [/^text\/plain$/, 100 * MB],
  [/^application\/(pdf|msword|vnd\.ms-excel|vnd\.ms-powerpoint)$/, 100 * MB],
  [/^application\/vnd\.openxmlformats-officedocument\.[\w.]+$/, 100 * MB],
];

/** How long (ms) an address for downloading holds. */
const ADDRESS_LIVES = 5 * 60_000;

/** POST /{phone-number-id}/media, in parts: messaging_product, type, file. */
export async function uploadMedia({ world, params, files, token }: Asked, _line: WhatsAppLine) {
  needScope(token, "whatsapp_business_messaging");
  if (params.messaging_product !== "whatsapp") {
    throw new GraphError(100, { message: "The parameter messaging_product is required." });
  }
  const file = files.get("file");
  if (!file) throw new GraphError(100, { message: "The parameter file is required." });
  // Only the part's own type counts; a form's field names it once more.
  const mimeType = (file.type || String(params.type ?? "")).split(";")[0]!.trim();
  const limit = LIMITS.find(([kind]) => kind.test(mimeType));
  if (!limit) {
    const message = `Param file must be a file with one of the following types: … Received file of type '${mimeType}'.`;
    throw new GraphError(100, { message });
  }
  if (file.size > limit[1]) {
    throw new GraphError(131053, { details: `The file has ${file.size} bytes, and may have ${limit[1]}.` });
  }
  return { id: keepMedia(world, { bytes: await file.bytes(), mimeType, name: file.name }).id };
}

/** GET /{media-id}: what is told of a file, with an address that holds for five minutes. */
export function showMedia({ world, params }: Asked, media: MediaFile): Record<string, unknown> {
  checkOwner(world, params.phone_number_id);
  if (media.expiresAt <= world.now()) throw noMedia(media.id);
  const { lies } = media;
  return {
    messaging_product: "whatsapp",
    url: addressOf(world, media),
    mime_type: lies?.mimeType ?? media.mimeType,
    sha256: lies?.sha256 ?? sha256Of(media, "hex"),
    file_size: lies?.size ?? media.bytes.length,
    id: media.id,
  };
}

/** DELETE /{media-id}. */
export function deleteMedia({ world }: Asked, media: MediaFile): Record<string, unknown> {
  world.media.delete(media.id);
  return { success: true };
}

/** The file itself, from the media host, for whoever has the token and a fresh address. */
export function downloadWhatsAppMedia(world: World, request: Request): Response {
  const query = new URL(request.url).searchParams;
  const media = world.media.get(query.get("mid") ?? "");
  const ends = Number(query.get("ext"));
  const isSigned = !!media && query.get("hash") === signatureOf(media, ends);
  if (!isSigned || media.isLost || ends * 1000 <= world.now()) return new Response(null, { status: 404 });
  try {
    checkToken(world, request.headers.get("authorization")?.replace(/^Bearer /, ""), undefined);
  } catch {
    return new Response(null, { status: 401 });
  }
  return new Response(media.bytes, { headers: { "content-type": media.lies?.mimeType ?? media.mimeType } });
}

/** In notices the checksum is written in base64, in the answer about a file in hex. */
export function sha256Of({ bytes }: MediaFile, how: "hex" | "base64"): string {
  return createHash("sha256").update(bytes).digest(how);
}

export function addressOf(world: World, media: MediaFile): string {
  const ends = Math.ceil((world.now() + ADDRESS_LIVES) / 1000);
  const query = new URLSearchParams({
    mid: media.id,
    source: "getMedia",
    ext: String(ends),
    hash: signatureOf(media, ends),
  });
  return `${world.address}/lookaside.fbsbx.com/whatsapp_business/attachments/?${query}`;
}

function signatureOf({ id }: MediaFile, ends: number): string {
  return createHmac("sha256", "lookaside").update(`${id} ${ends}`).digest("base64url");
}

function checkOwner(world: World, number: unknown): void {
  if (number !== undefined && !world.line(String(number))) {
    throw new GraphError(100, { message: "Param phone_number_id is not valid." });
  }
}

function noMedia(id: string): GraphError {
  const message = `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing ` +
    "permissions, or does not support this operation.";
  return new GraphError(100, { subcode: 33, message });
}
