import { LARGEST_FILE } from "../../src/shared/limits.ts";
import type { Shared } from "../keptFiles.ts";

/** Whether the system brings something that was shared with the app (src/brand/manifest.ts). */
export function isShare({ method, url }: Pick<Request, "method" | "url">): boolean {
  return method === "POST" && new URL(url).pathname === "/share";
}

/** What was shared: files that may be sent, the names of those that are too large, and words, each once. */
export function sharedIn(form: FormData, at: number): Shared {
  const all = form.getAll("files").filter((one) => one instanceof File && one.size > 0) as File[];
  const words = ["title", "text", "url"].map((name) => form.get(name))
    .filter((word): word is string => typeof word === "string" && word.trim() !== "").map((word) => word.trim());
  // Many a phone gives the address as the text, or as a part of it, and once more by itself.
  const text = words.filter((word, nth) =>
    !words.some((other, place) => place !== nth && covers(other, word, place < nth))
  );
  return {
    files: all.filter(({ size }) => size <= LARGEST_FILE),
    tooLarge: all.filter(({ size }) => size > LARGEST_FILE).map(({ name }) => name),
    text: text.join("\n"),
    at,
  };
}

function covers(other: string, word: string, isBefore: boolean): boolean {
  return other === word ? isBefore : other.includes(word);
}
