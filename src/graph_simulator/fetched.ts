import { newNumericId } from "./ids.ts";
import type { MediaFile } from "./model.ts";
import type { World } from "./world.ts";

const DAY = 24 * 3_600_000;
const MOST = 100 * 1024 * 1024;

/** Gets a file from the address that a call named, as Meta does: without a token, and only once. */
export async function fetchMedia(world: World, link: string): Promise<MediaFile | undefined> {
  try {
    const answer = await fetch(link, { signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) {
      await answer.body?.cancel();
      return undefined;
    }
    const bytes = await answer.bytes();
    if (bytes.length === 0 || bytes.length > MOST) return undefined;
    const mimeType = answer.headers.get("content-type")?.split(";")[0]?.trim() || "application/octet-stream";
    return keepMedia(world, { bytes, mimeType, name: decodeURIComponent(new URL(link).pathname.split("/").pop()!) });
  } catch {
    return undefined;
  }
}

/** Keeps bytes as a file of ours for thirty days, as uploads live. */
export function keepMedia(world: World, file: Pick<MediaFile, "bytes" | "mimeType" | "name">): MediaFile {
  const media = { ...file, id: newNumericId(16), expiresAt: world.now() + 30 * DAY };
  world.media.set(media.id, media);
  return media;
}
