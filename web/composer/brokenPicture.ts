/** Formats of pictures that every browser shows. */
const SHOWN = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/bmp"];

/** How pictures begin that not every browser shows: HEIC and AVIF, JPEG XL, JPEG 2000, TIFF. Phones call some of them .jpg. */
const SHOWN_BY_SOME = /^(?:.{4}(?:ftyp|JXL |jP {2})|II\*\0|MM\0\*)/s;

/**
 * Whether a file that the browser has tried to show is none of the pictures that its name promises. One of a format that only
 * this browser does not know is a picture for the server and the receiver.
 */
export async function isBrokenPicture(file: File): Promise<boolean> {
  if (!SHOWN.includes(file.type)) return false;
  const head = await file.slice(0, 12).arrayBuffer().catch(() => new ArrayBuffer());
  return !SHOWN_BY_SOME.test(String.fromCharCode(...new Uint8Array(head)));
}
