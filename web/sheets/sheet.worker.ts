import { rowsOf } from "./read.ts";
import { type Sheet, workbookOf } from "./workbook.ts";

/** What the page asks for: a workbook to be written, or a file to be read. */
export type ToWorker =
  | { say: "write"; sheets: readonly Sheet[] }
  | { say: "read"; bytes: Uint8Array<ArrayBuffer>; mostRows: number };
export type FromWorker = { bytes: Uint8Array<ArrayBuffer> } | { rows: string[][] } | { failed: string };

// A large workbook takes seconds, in which the page goes on.
onmessage = ({ data }: MessageEvent<ToWorker>) => {
  try {
    answer(data);
  } catch (error) {
    postMessage({ failed: String(error) } satisfies FromWorker);
  }
};

function answer(asked: ToWorker): void {
  if (asked.say === "read") {
    return postMessage({ rows: rowsOf(asked.bytes, asked.mostRows) } satisfies FromWorker);
  }
  const bytes = workbookOf(asked.sheets);
  postMessage({ bytes } satisfies FromWorker, { transfer: [bytes.buffer] });
}
