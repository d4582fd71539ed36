const ENTRY = 0x02014b50, END = 0x06054b50;
/** What a comment behind the end record may be long (APPNOTE.TXT, 4.3.16). */
const LONGEST_END = 22 + 0xffff;

/**
 * How large (bytes) a zip archive is when it is unpacked, by what its directory says (PKWARE APPNOTE.TXT, 4.3.12), without
 * unpacking it. Infinity for one that keeps its sizes elsewhere (zip64), which no sheet of ours needs; undefined for a
 * broken one.
 */
export function unpackedSize(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end === undefined) return undefined;
  let at = view.getUint32(end + 16, true), total = 0;
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > end || view.getUint32(at, true) !== ENTRY) return undefined;
    const size = view.getUint32(at + 24, true);
    if (size === 0xffffffff) return Infinity;
    total += size;
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return total;
}

function endOf(view: DataView): number | undefined {
  const { byteLength } = view;
  for (let at = byteLength - 22; at >= Math.max(0, byteLength - LONGEST_END); at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  return undefined;
}
