import { deflateRawSync } from "node:zlib";
import { utils, type WorkSheet, write } from "xlsx";

type Kind = "xlsx" | "biff8" | "xlsm" | "ods";

/** A workbook of one sheet with these rows, as a file. */
export function aSheet(
  rows: unknown[][],
  { kind = "xlsx", change = () => {} }: { kind?: Kind; change?: (sheet: WorkSheet) => void } = {},
): Uint8Array<ArrayBuffer> {
  const book = utils.book_new(), sheet = utils.aoa_to_sheet(rows);
  change(sheet);
  utils.book_append_sheet(book, sheet, "Clientes");
  return new Uint8Array(write(book, { type: "array", bookType: kind, compression: true }));
}

/** A workbook whose one entry is `size` zeros when it is unpacked; its directory may say otherwise. */
export function aBomb(size: number, said = size): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode("xl/workbook.xml");
  const packed = deflateRawSync(new Uint8Array(size), { level: 9 });
  const local = new DataView(new ArrayBuffer(30)), entry = new DataView(new ArrayBuffer(46));
  const end = new DataView(new ArrayBuffer(22));
  local.setUint32(0, 0x04034b50, true);
  entry.setUint32(0, 0x02014b50, true);
  end.setUint32(0, 0x06054b50, true);
  for (const [view, at] of [[local, 8], [entry, 10]] as const) view.setUint16(at, 8, true);
  for (const [view, at] of [[local, 18], [entry, 20]] as const) {
    view.setUint32(at, packed.length, true);
    view.setUint32(at + 4, said, true);
    view.setUint16(at + 8, name.length, true);
  }
  end.setUint16(8, 1, true);
  end.setUint16(10, 1, true);
  end.setUint32(12, 46 + name.length, true);
  end.setUint32(16, 30 + name.length + packed.length, true);
  const parts = [local, name, packed, entry, name, end].map((part) =>
    new Uint8Array(part.buffer as ArrayBuffer, part.byteOffset, part.byteLength)
  );
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
