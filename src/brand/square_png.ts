/** So many bytes of a PNG say how large it is. */
export const PNG_HEAD = 24;

/** How wide and high (px) a PNG is, by its first bytes (W3C, PNG, §11.2.1 IHDR); nothing for what is no square PNG. */
export function squarePng(bytes: Uint8Array): number | undefined {
  if (bytes.length < PNG_HEAD || bytes[0] !== 0x89 || String.fromCharCode(...bytes.subarray(1, 4)) !== "PNG") {
    return undefined;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const width = view.getUint32(16), height = view.getUint32(20);
  return width === height ? width : undefined;
}
