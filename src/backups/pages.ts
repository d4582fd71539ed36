import { BadObject } from "./envelope.ts";
import { FRAME_HEADER, type WalState } from "./wal_frames.ts";

/** What a piece of a log makes of a file: each page once, as it is at the piece's end. */
export interface Pages {
  pageSize: number;
  /** How large the file is afterwards, in pages. */
  filePages: number;
  /** By their number, counted from 1. */
  pages: Map<number, Uint8Array>;
}

/** The last commit in a piece of a log that begins at `state.offset`; nothing when there is none. */
export function lastCommit(bytes: Uint8Array, { offset, salts, pageSize }: WalState) {
  const view = viewOf(bytes), length = FRAME_HEADER + pageSize;
  let at = 0, end: { after: WalState; filePages: number } | undefined;
  for (; at + length <= bytes.length; at += length) {
    if (view.getUint32(at + 8) !== salts[0] || view.getUint32(at + 12) !== salts[1]) break;
    const filePages = view.getUint32(at + 4);
    // What was rolled back has no commit behind it: a log is written over from its last commit on.
    if (filePages === 0) continue;
    const sums: [number, number] = [view.getUint32(at + 16), view.getUint32(at + 20)];
    end = { after: { offset: offset + at + length, salts, sums, pageSize }, filePages };
  }
  return end;
}

/** The pages of the frames in `bytes`, all of which are committed: hot pages stand there many times and count once. */
export function pagesIn(bytes: Uint8Array, pageSize: number, filePages: number): Pages {
  const view = viewOf(bytes), length = FRAME_HEADER + pageSize, pages = new Map<number, Uint8Array>();
  for (let at = 0; at + length <= bytes.length; at += length) {
    const number = view.getUint32(at);
    if (number <= filePages) pages.set(number, bytes.subarray(at + FRAME_HEADER, at + length));
  }
  return { pageSize, filePages, pages };
}

/** Numbers of four bytes: size of a page, pages of the file, pages that follow; then each with its number before it. */
export function writePages({ pageSize, filePages, pages }: Pages): Uint8Array {
  const bytes = new Uint8Array(12 + pages.size * (4 + pageSize)), view = viewOf(bytes);
  view.setUint32(0, pageSize);
  view.setUint32(4, filePages);
  view.setUint32(8, pages.size);
  let at = 12;
  for (const [number, page] of pages) {
    view.setUint32(at, number);
    bytes.set(page, at + 4);
    at += 4 + pageSize;
  }
  return bytes;
}

/** Throws a BadObject for what is no piece, or not whole. */
export function readPages(bytes: Uint8Array, name: string): Pages {
  const view = viewOf(bytes);
  const [pageSize, filePages, count] = bytes.length >= 12 ? [0, 4, 8].map((at) => view.getUint32(at)) : [];
  if (!pageSize || bytes.length !== 12 + count! * (4 + pageSize)) throw new BadObject(`${name} is no piece of a log`);
  const pages = new Map<number, Uint8Array>();
  for (let at = 12; at < bytes.length; at += 4 + pageSize) {
    pages.set(view.getUint32(at), bytes.subarray(at + 4, at + 4 + pageSize));
  }
  return { pageSize, filePages: filePages!, pages };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
