// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { isBrokenPicture } from "./brokenPicture.ts";

test.each([
  ["a text", "foto.jpg", "image/jpeg", "Isto é um texto", true],
  ["nothing", "foto.png", "image/png", "", true],
  ["the first bytes of a photo", "foto.jpg", "image/jpeg", "\xff\xd8\xff\xe0\0\x10JFIF\0\x01", true],
  ["a document", "foto.jpg", "image/jpeg", "%PDF-1.4 x", true],
  ["an iPhone's photo that is called .jpg", "foto.jpg", "image/jpeg", "\0\0\0\x18ftypheic\0\0", false],
  ["a scanner's", "foto.jpg", "image/jpeg", "II*\0\x08\0\0\0", false],
  ["an iPhone's photo", "foto.heic", "image/heic", "\0\0\0\x18ftypheic\0\0", false],
  ["a construction drawing", "planta.dwg", "image/vnd.dwg", "AC1032\0\0", false],
  ["a drawing", "logo.svg", "image/svg+xml", "<svg>", false],
])("of what no browser could show, %s (%s, %s) is broken: %#", async (_, name, type, bytes, isBroken) => {
  const file = new File([Uint8Array.from(bytes, (char) => char.charCodeAt(0))], name, { type });
  expect(await isBrokenPicture(file)).toBe(isBroken);
});

test("a picture that is gone from the disk is broken, too", async () => {
  const file = new File(["x"], "foto.jpg", { type: "image/jpeg" });
  file.slice = () => ({ arrayBuffer: () => Promise.reject(new Error("It was moved")) }) as unknown as Blob;
  expect(await isBrokenPicture(file)).toBe(true);
});
