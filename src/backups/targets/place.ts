import * as z from "zod/mini";
import { folderTarget } from "./folder.ts";
import { lateTarget } from "./late.ts";
import { S3Place } from "./s3_place.ts";
import type { Target } from "./target.ts";

export const TargetPlace = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("folder"), path: z.string().check(z.startsWith("/")) }),
  S3Place,
]);
export type TargetPlace = z.infer<typeof TargetPlace>;

export function openTarget(place: TargetPlace): Target {
  if (place.kind === "folder") return folderTarget(place.path);
  // The store's library takes a third of a second of a start that hardly anybody needs it in.
  return lateTarget(async () => (await import("./s3.ts")).s3Target(place));
}

/** What a person reads of a place: no secret. */
export function placeText(place: TargetPlace): string {
  return place.kind === "folder" ? place.path : `${place.endpoint}/${place.bucket}/${place.prefix}`;
}
