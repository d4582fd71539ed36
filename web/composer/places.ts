import type { Place } from "../../src/contract/messages.ts";

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
/** How map sites and people write a place: in the address's path, in what is asked of it, as a geo: address, or bare. */
const SHAPES = [
  // Google Maps: the pin itself, before the middle of what is looked at.
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&](?:q|query|ll|sll|center|destination|daddr)=(?:loc:)?${NUMBER}(?:,|%2C)\\s*\\+?${NUMBER}`, "i"),
  new RegExp(`[?&]mlat=${NUMBER}&mlon=${NUMBER}`),
  new RegExp(`@${NUMBER},${NUMBER}`),
  new RegExp(`#map=[\\d.]+/${NUMBER}/${NUMBER}`),
  new RegExp(`^geo:${NUMBER},${NUMBER}`),
  new RegExp(`^\\(?${NUMBER}\\s*[,;]\\s*${NUMBER}\\)?$`),
];

/** The place that a pasted map link or a pair of coordinates tells; nothing when it tells none. */
export function placeIn(text: string): Place | undefined {
  const pasted = text.trim();
  for (const shape of SHAPES) {
    const [, latitude, longitude] = shape.exec(pasted) ?? [];
    const place = { latitude: Number(latitude), longitude: Number(longitude), name: "" };
    if (latitude && longitude && isOnEarth(place)) return { ...place, name: nameIn(pasted) };
  }
}

function isOnEarth({ latitude, longitude }: Place): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

/** Google's links to a place carry its name. */
function nameIn(address: string): string {
  const [, name = ""] = /\/maps\/place\/([^/@]+)/.exec(address) ?? [];
  try {
    const plain = decodeURIComponent(name.replaceAll("+", " "));
    return /^[\d\s.,°'"NSEWO+-]*$/.test(plain) ? "" : plain.slice(0, 200);
  } catch {
    return "";
  }
}
