/** The header of a write-ahead log and of each frame in it (bytes; sqlite.org/fileformat2.html §4). */
export const HEADER = 32, FRAME_HEADER = 24;

/** Where a log stands after a frame: everything that the next one is checked against. */
export interface WalState {
  /** Bytes from the beginning of the log. */
  offset: number;
  salts: [number, number];
  sums: [number, number];
  pageSize: number;
}

/** One page as a commit left it. */
export interface Page {
  /** Counted from 1. */
  number: number;
  bytes: Uint8Array;
}

export interface Commit {
  pages: Page[];
  /** How large the file is after it, in pages. */
  filePages: number;
  /** The log after it. */
  after: WalState;
}

const MAGIC_LITTLE = 0x377f0682, MAGIC_BIG = 0x377f0683;

/** Reads a log's header; nothing when it is none, or not whole. */
export function readHeader(bytes: Uint8Array): WalState | undefined {
  if (bytes.length < HEADER) return undefined;
  const view = viewOf(bytes);
  const magic = view.getUint32(0);
  if (magic !== MAGIC_LITTLE && magic !== MAGIC_BIG) return undefined;
  // Our files are made and read on machines of one byte order; a log of the other kind is refused by its sums.
  if (magic === MAGIC_BIG) return undefined;
  const sums = sumOf([0, 0], view, 0, 24);
  if (sums[0] !== view.getUint32(24) || sums[1] !== view.getUint32(28)) return undefined;
  return { offset: HEADER, salts: [view.getUint32(16), view.getUint32(20)], sums, pageSize: view.getUint32(8) };
}

/**
 * The commits of a piece of a log that begins at `state.offset`, up to the last one that is whole. What follows it, or
 * does not belong to it, was rolled back or is not finished.
 */
export function* commitsIn(bytes: Uint8Array, state: WalState): Generator<Commit> {
  const view = viewOf(bytes), { salts, pageSize } = state, length = FRAME_HEADER + pageSize;
  let { sums } = state, pages: Page[] = [];
  for (let at = 0; at + length <= bytes.length; at += length) {
    if (view.getUint32(at + 8) !== salts[0] || view.getUint32(at + 12) !== salts[1]) return;
    sums = sumOf(sumOf(sums, view, at, 8), view, at + FRAME_HEADER, pageSize);
    if (sums[0] !== view.getUint32(at + 16) || sums[1] !== view.getUint32(at + 20)) return;
    pages.push({ number: view.getUint32(at), bytes: bytes.subarray(at + FRAME_HEADER, at + length) });
    const filePages = view.getUint32(at + 4);
    if (filePages === 0) continue;
    yield { pages, filePages, after: { offset: state.offset + at + length, salts, sums, pageSize } };
    pages = [];
  }
}

/** Where the last whole commit of a piece ends; the state itself when there is none. */
export function endOf(bytes: Uint8Array, state: WalState): WalState {
  let end = state;
  for (const { after } of commitsIn(bytes, state)) end = after;
  return end;
}

/** The log's own sum over words of four bytes, two at a time (sqlite.org/fileformat2.html §4.2). */
function sumOf([first, second]: [number, number], view: DataView, at: number, length: number): [number, number] {
  let one = first, two = second;
  for (let place = at; place < at + length; place += 8) {
    one = (one + view.getUint32(place, true) + two) >>> 0;
    two = (two + view.getUint32(place + 4, true) + one) >>> 0;
  }
  return [one, two];
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
