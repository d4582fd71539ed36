import type { ErrorCode } from "../contract/errors.ts";
import { log } from "../platform/log.ts";
import { startApart } from "../platform/own_process.ts";
import { BadSheet } from "./sheet_fault.ts";
import type { Said } from "./sheet_reader.ts";

/** A sheet that needs longer (ms) or more memory (bytes) than this is given up. */
const LONGEST = 120_000, MOST_MEMORY = 1200 * 1024 * 1024;
/** Megabytes of JavaScript objects; its file and what is unpacked of it lie beside them. */
const HEAP = 900;
/** How often (ms) its memory is looked at. */
const LOOKED_EVERY = 200;

/** What is in a sheet, read by a process of its own. Throws BadSheet; ends the process whenever its caller stops listening. */
export async function* readApart(path: string, signal: AbortSignal): AsyncGenerator<Said> {
  const process = startApart({ module: "contact_lists/sheet_reader", verb: "read-sheet", path, heap: HEAP });
  const complaint = new Response(process.stderr).text();
  let fault: ErrorCode | undefined;
  const end = (code: ErrorCode) => {
    fault ??= code;
    kill(process);
  };
  const timer = setTimeout(end, LONGEST, "ERR_SHEET_TOO_LARGE");
  const watch = setInterval(() => memoryOf(process.pid) > MOST_MEMORY && end("ERR_SHEET_TOO_LARGE"), LOOKED_EVERY);
  const interrupt = () => end("ERR_IMPORT_INTERRUPTED");
  signal.addEventListener("abort", interrupt);
  try {
    yield* sayings(process.stdout);
    const { success } = await process.status;
    if (fault) throw new BadSheet(fault);
    if (!success) throw faultOf(await complaint);
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener("abort", interrupt);
    kill(process);
    await process.status;
    await complaint;
  }
}

async function* sayings(stdout: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Said> {
  let text = "";
  for await (const chunk of stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (text + chunk).split("\n");
    text = lines.pop()!;
    for (const line of lines) yield JSON.parse(line) as Said;
  }
}

function faultOf(complaint: string): BadSheet {
  const isTooMuch = /out of memory|Invalid string length|Array buffer allocation failed/i.test(complaint);
  if (!isTooMuch) log.error("A sheet could not be read", { complaint: complaint.slice(0, 2000) });
  return new BadSheet(isTooMuch ? "ERR_SHEET_TOO_LARGE" : "ERR_SHEET_UNREADABLE");
}

function kill(process: Deno.ChildProcess): void {
  try {
    process.kill("SIGKILL");
  } catch { /* It has ended. */ }
}

/** Bytes that a process has in memory (proc(5), statm); 0 where the system does not say. */
function memoryOf(pid: number): number {
  try {
    return Number(Deno.readTextFileSync(`/proc/${pid}/statm`).split(" ")[1]) * 4096;
  } catch {
    return 0;
  }
}
