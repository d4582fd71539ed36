import type { CSSProperties } from "react";
import type { Media } from "../../src/contract/messages.ts";

/** Neither a strip nor a tower: what lies outside is cropped, and seen whole when opened. */
const NARROWEST = 0.75;
const WIDEST = 2.2;
const USUAL = 4 / 3;

/** The room that a picture will need, so that nothing jumps when it comes. */
export function frameOf(media: Media | null): CSSProperties {
  const ratio = media?.width && media.height ? media.width / media.height : USUAL;
  return { aspectRatio: Math.min(WIDEST, Math.max(NARROWEST, ratio)) };
}
