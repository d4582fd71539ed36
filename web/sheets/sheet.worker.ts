import { type Sheet, workbookOf } from "./workbook.ts";

/** What the page asks for: a workbook to be written. */
export type ToWorker = { say: "write"; sheets: readonly Sheet[] };
export type FromWorker = { bytes: Uint8Array<ArrayBuffer> } | { failed: string };

// A large workbook takes seconds, in which the page goes on.
onmessage = ({ data }: MessageEvent<ToWorker>) => {
  try {
    const bytes = workbookOf(data.sheets);
    postMessage({ bytes } satisfies FromWorker, { transfer: [bytes.buffer] });
  } catch (error) {
    postMessage({ failed: String(error) } satisfies FromWorker);
  }
};
