import type { FileAbout } from "../../../src/contract/messages.ts";

/** A file as it leaves, and what only this browser can tell of it. */
export interface Upload {
  file: File;
  about: FileAbout;
}

/** As spec 1 §2.8 wants pictures. */
const QUALITY = 0.7;
const COMPRESSED = ["image/jpeg", "image/png", "image/webp"];
/** The longer side (px) and quality of what a phone shows until it has the picture. */
const THUMBNAIL = { side: 72, quality: 0.5 };
/** A film that has not told its size by then (ms) leaves without. */
const PATIENCE = 4000;

/** Makes a picture lighter and measures it; what the browser cannot read leaves as it is: the receiver's may. */
export async function toUpload(file: File, as?: FileAbout["as"]): Promise<Upload> {
  try {
    if (file.type.startsWith("image/") && file.type !== "image/svg+xml") return await picture(file, as);
    if (file.type.startsWith("video/")) return { file, about: { ...await film(file), as } };
    if (file.type.startsWith("audio/")) return { file, about: { seconds: secondsOf(await loaded("audio", file)), as } };
  } catch { /* measured or not, it goes */ }
  return { file, about: { as } };
}

async function picture(file: File, as: FileAbout["as"]): Promise<Upload> {
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = bitmap;
    // A sticker keeps its transparency, and an animation its movement.
    if (as === "sticker") return { file, about: { as, width, height } };
    const thumbnail = await thumbnailOf(bitmap, width, height);
    const lighter = COMPRESSED.includes(file.type) ? await lighten(file, bitmap) : file;
    return { file: lighter, about: { width, height, thumbnail } };
  } finally {
    bitmap.close();
  }
}

/** The picture at the quality of the specification, unless it would grow. */
async function lighten(file: File, bitmap: ImageBitmap): Promise<File> {
  const blob = await drawn(bitmap, bitmap.width, bitmap.height, QUALITY);
  if (blob.size >= file.size) return file;
  return new File([blob], file.name.replace(/\.\w+$/, "") + ".jpg", { type: blob.type });
}

async function film(file: File): Promise<FileAbout> {
  const video = await loaded("video", file);
  const { videoWidth: width, videoHeight: height } = video;
  const thumbnail = width && height ? await thumbnailOf(video, width, height) : undefined;
  return { width, height, seconds: secondsOf(video), thumbnail };
}

async function thumbnailOf(source: CanvasImageSource, width: number, height: number): Promise<string> {
  const scale = Math.min(1, THUMBNAIL.side / Math.max(width, height));
  const sides = [width, height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  return base64Of(await drawn(source, ...sides, THUMBNAIL.quality));
}

/** JPEG knows no transparency; what shows through is white, as on paper. */
function drawn(source: CanvasImageSource, width: number, height: number, quality: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const paper = canvas.getContext("2d")!;
  paper.fillStyle = "white";
  paper.fillRect(0, 0, width, height);
  paper.drawImage(source, 0, 0, width, height);
  return canvas.convertToBlob({ type: "image/jpeg", quality });
}

/** A sound or a film of which the browser knows the length and, of a film, the first picture. */
function loaded<K extends "audio" | "video">(kind: K, file: File): Promise<HTMLElementTagNameMap[K]> {
  const element = document.createElement(kind);
  const url = URL.createObjectURL(file);
  const { promise, resolve, reject } = Promise.withResolvers<HTMLElementTagNameMap[K]>();
  const clock = setTimeout(() => reject(new Error("It tells nothing of itself")), PATIENCE);
  element.onloadeddata = () => resolve(element);
  element.onerror = () => reject(new Error("It cannot be read"));
  element.muted = true;
  element.preload = "auto";
  element.src = url;
  return promise.finally(() => {
    clearTimeout(clock);
    // What was loaded can still be drawn.
    setTimeout(() => URL.revokeObjectURL(url), PATIENCE);
  });
}

function secondsOf({ duration }: HTMLMediaElement): number | undefined {
  return Number.isFinite(duration) ? Math.round(duration) : undefined;
}

export async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
