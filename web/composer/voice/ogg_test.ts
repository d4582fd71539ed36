import { expect, test } from "vitest";
import { checksum, oggOpus, type OpusPacket, packed } from "./ogg.ts";

const WIDEBAND_20_MS = 9 << 3;
const frame = (...bytes: number[]): OpusPacket => ({ bytes: Uint8Array.of(WIDEBAND_20_MS, ...bytes), samples: 960 });

test("three frames are put into one packet, with the lengths of the first two before them", () => {
  const [packet, ...rest] = packed([frame(1, 2), frame(3), frame(4, 5, 6)]);
  expect(rest).toEqual([]);
  expect(packet).toEqual({
    bytes: Uint8Array.of(WIDEBAND_20_MS | 3, 0x80 | 3, 2, 1, 1, 2, 3, 4, 5, 6),
    samples: 2880,
  });
});

test("a long frame's length takes two bytes", () => {
  const [packet] = packed([frame(...Array(300).fill(7)), frame(1)]);
  const [, , low, high] = packet!.bytes;
  expect(low! + 4 * high!).toBe(300);
  expect(packet!.bytes).toHaveLength(4 + 300 + 1);
});

test("what is left over, of another kind, or packed already stands alone", () => {
  const other: OpusPacket = { bytes: Uint8Array.of(11 << 3, 1), samples: 2880 };
  const several: OpusPacket = { bytes: Uint8Array.of(WIDEBAND_20_MS | 3, 2, 1, 2), samples: 1920 };
  const packets = packed([frame(1), frame(2), other, several, frame(3), frame(4), frame(5), frame(6)]);
  expect(packets.map(({ samples }) => samples)).toEqual([1920, 2880, 1920, 2880, 960]);
  expect(packets[2]).toBe(several);
});

test("the file's pages follow each other, are checked, and count the time", () => {
  const file = oggOpus(Array.from({ length: 70 }, () => ({ bytes: new Uint8Array(260), samples: 2880 })), 42);
  const pages = pagesOf(file);
  expect(pages.map(({ nth }) => nth)).toEqual([0, 1, 2, 3, 4]);
  expect(pages.map(({ flags }) => flags)).toEqual([2, 0, 0, 0, 4]);
  expect(pages.map(({ serial }) => serial)).toEqual([42, 42, 42, 42, 42]);
  expect(pages.at(-1)!.granule).toBe(312 + 70 * 2880);
  expect(pages.every(({ isWhole }) => isWhole)).toBe(true);
  expect(new TextDecoder().decode(file.subarray(28, 36))).toBe("OpusHead");
});

/** The pages of an Ogg file as RFC 3533 lays them out. */
function pagesOf(file: Uint8Array<ArrayBuffer>) {
  const pages = [];
  for (let at = 0; at < file.length;) {
    const view = new DataView(file.buffer, at);
    expect(new TextDecoder().decode(file.subarray(at, at + 4))).toBe("OggS");
    const segments = file.subarray(at + 27, at + 27 + file[at + 26]!);
    const length = 27 + segments.length + segments.reduce((sum, size) => sum + size, 0);
    const page = file.slice(at, at + length);
    const said = view.getUint32(22, true);
    page.fill(0, 22, 26);
    pages.push({
      nth: view.getUint32(18, true),
      serial: view.getUint32(14, true),
      flags: file[at + 5],
      granule: Number(view.getBigUint64(6, true)),
      isWhole: checksum(page) === said,
    });
    at += length;
  }
  return pages;
}
