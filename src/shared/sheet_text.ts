/** UTF-8 with or without its mark, UTF-16 with one, else what Excel for Windows writes in Europe and America. */
export function decoded(bytes: Uint8Array): string {
  if (begins(bytes, [0xff, 0xfe])) return new TextDecoder("utf-16le").decode(bytes);
  if (begins(bytes, [0xfe, 0xff])) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** What stands most often between the cells of the first line, outside of quotation marks. */
export function separatorOf(text: string): string {
  const [head = ""] = text.replace(/"(?:[^"]|"")*"/g, "").trimStart().split(/\r\n?|\n/, 1);
  const count = (sign: string) => head.split(sign).length - 1;
  return [";", ",", "\t", "|"].reduce((best, sign) => count(sign) > count(best) ? sign : best);
}

/** Whether a file begins with these bytes. */
export function begins(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, nth) => bytes[nth] === byte);
}

/**
 * Whether a file with something in it is no workbook although its name says so: Excel would not open it either. What is called
 * .xls may be text or a web page, as many programs export them.
 */
export function isMisnamed(name: string, bytes: Uint8Array): boolean {
  return /\.(xls[xmb]|ods)$/i.test(name) && bytes.length > 0 && !begins(bytes, ZIP) && !begins(bytes, COMPOUND);
}

/** How a zip archive (.xlsx, .ods) and a compound file (.xls, an .xlsx with a password) begin. */
export const ZIP = [0x50, 0x4b, 3, 4], COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
