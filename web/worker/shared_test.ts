// @vitest-environment node
import { expect, test } from "vitest";
import { LARGEST_FILE } from "../../src/shared/limits.ts";
import { isShare, sharedIn } from "./shared.ts";

function formOf(words: Record<string, string>, files: File[] = []): FormData {
  const form = new FormData();
  for (const [name, word] of Object.entries(words)) form.append(name, word);
  for (const file of files) form.append("files", file);
  return form;
}

test("only what the system posts is taken, and nothing that a page reads", () => {
  const at = (method: string, path: string) => isShare({ method, url: `https://balcao.test${path}` });
  expect([at("POST", "/share"), at("GET", "/share"), at("POST", "/share/1"), at("POST", "/api/messages")])
    .toEqual([true, false, false, false]);
});

test.each([
  ["an address that is given twice", { text: "https://a.test/x", url: "https://a.test/x" }, "https://a.test/x"],
  [
    "an address that the text has, too",
    { text: "Veja https://a.test/x", url: "https://a.test/x" },
    "Veja https://a.test/x",
  ],
  ["a title and a text", { title: " Bolo ", text: "de milho" }, "Bolo\nde milho"],
  ["nothing", { title: "", text: "  " }, ""],
])("the words of %s stand there once", (_, words, text) => expect(sharedIn(formOf(words), 7).text).toBe(text));

test("files that may be sent are kept, too large ones are named, and empty ones are none", () => {
  const large = new File([], "filme.mp4");
  Object.defineProperty(large, "size", { value: LARGEST_FILE + 1 });
  const form = formOf({}, [new File(["x"], "bolo.png"), new File([], "")]);
  form.getAll = () => [...FormData.prototype.getAll.call(form, "files"), large];
  const { files, tooLarge, at } = sharedIn(form, 7);
  expect([files.map(({ name }) => name), tooLarge, at]).toEqual([["bolo.png"], ["filme.mp4"], 7]);
});
