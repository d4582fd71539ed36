import type { PDFFont } from "pdf-lib";

const known = new WeakMap<PDFFont, Set<number>>();

/** What a font can print of a text: what it lacks becomes its plain letter, or a question mark. */
export function printable(text: string, font: PDFFont): string {
  let has = known.get(font);
  if (!has) known.set(font, has = new Set(font.getCharacterSet()));
  const fits = (char: string) => has.has(char.codePointAt(0)!);
  return [...text.normalize("NFC").replace(/\s+/g, " ")].map((char) => {
    if (fits(char)) return char;
    const plain = [...char.normalize("NFKD")].filter(fits).join("");
    return plain || (/\p{M}|\p{C}/u.test(char) ? "" : "?");
  }).join("");
}

/** Lines that are no wider than there is room (points); a word that is too long is cut. */
export function wrapped(text: string, font: PDFFont, size: number, room: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= room;
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(...pieces(word, fits));
  }
  return lines.filter(Boolean);
}

function pieces(word: string, fits: (line: string) => boolean): string[] {
  const found = [""];
  for (const char of word) {
    if (fits(found.at(-1)! + char)) found[found.length - 1] += char;
    else found.push(char);
  }
  return found;
}
