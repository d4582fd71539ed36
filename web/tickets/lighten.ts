/** Pictures below this size (bytes) leave as they are: what they would lose is seen, what they would save is not. */
const WORTH_IT = 300 * 1024;
const QUALITY = 0.7;
const TYPES = ["image/jpeg", "image/png", "image/webp"];

/** A picture made smaller in the browser (spec 1 §2.8); any other file, and one that would not shrink, unchanged. */
export async function lighten(file: File): Promise<File> {
  if (!TYPES.includes(file.type) || file.size < WORTH_IT) return file;
  try {
    const blob = await redraw(await createImageBitmap(file));
    if (blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/\.\w+$/, "") + ".jpg", { type: blob.type });
  } catch {
    // What the browser cannot read, the receiver's may.
    return file;
  }
}

function redraw(bitmap: ImageBitmap): Promise<Blob> {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const paper = canvas.getContext("2d")!;
  // JPEG knows no transparency; what shows through is white, as on paper.
  paper.fillStyle = "white";
  paper.fillRect(0, 0, bitmap.width, bitmap.height);
  paper.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
}
