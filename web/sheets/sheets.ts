import type { FromWorker, ToWorker } from "./sheet.worker.ts";
import type { Sheet } from "./workbook.ts";

/** The sheets as a workbook (.xlsx), made beside the page. */
export async function workbookFile(sheets: readonly Sheet[]): Promise<Blob> {
  const { bytes } = await ask({ say: "write", sheets });
  return new Blob([bytes], { type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" });
}

/** The worker, with the library that it loads, lives as long as its one answer takes. */
async function ask(say: ToWorker): Promise<Exclude<FromWorker, { failed: string }>> {
  const worker = new Worker(new URL("./sheet.worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
        "failed" in data ? reject(new Error(data.failed)) : resolve(data);
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage(say);
    });
  } finally {
    worker.terminate();
  }
}
