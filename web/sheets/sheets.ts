import { isMisnamed } from "../../src/shared/sheet_text.ts";
import type { FromWorker, ToWorker } from "./sheet.worker.ts";
import type { Sheet } from "./workbook.ts";

/** The sheets as a workbook (.xlsx), made beside the page. */
export async function workbookFile(sheets: readonly Sheet[]): Promise<Blob> {
  const { bytes } = await ask<{ bytes: Uint8Array<ArrayBuffer> }>({ say: "write", sheets });
  return new Blob([bytes], { type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" });
}

/** The rows of a spreadsheet that somebody has chosen, read beside the page; throws when it is none. */
export async function sheetRows(file: File, mostRows: number): Promise<string[][]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isMisnamed(file.name, bytes)) throw new Error("This is no workbook");
  return (await ask<{ rows: string[][] }>({ say: "read", bytes, mostRows }, [bytes.buffer])).rows;
}

/** The worker, with the library that it loads, lives as long as its one answer takes. */
async function ask<Answer extends FromWorker>(say: ToWorker, transfer: Transferable[] = []): Promise<Answer> {
  const worker = new Worker(new URL("./sheet.worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
        "failed" in data ? reject(new Error(data.failed)) : resolve(data as Answer);
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage(say, transfer);
    });
  } finally {
    worker.terminate();
  }
}
