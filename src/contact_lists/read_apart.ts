import type { ErrorCode } from "../contract/errors.ts";
import { log } from "../platform/log.ts";
import { startApart } from "../platform/own_process.ts";
import { BadSheet } from "./sheet_fault.ts";
import type { Asked, Said } from "./sheet_reader.ts";

/** A sheet that needs more than this is given up. */
export interface ReadLimits {
  /** ms. */
  longest: number;
  /** Bytes in memory, and of these megabytes of JavaScript objects: the file and what is unpacked of it lie beside them. */
  mostMemory: number;
  heap: number;
}

const LIMITS: ReadLimits = { longest: 120_000, mostMemory: 1200 * 1024 * 1024, heap: 900 };
/** How often (ms) its memory is looked at. */
const LOOKED_EVERY = 200;

/** What is in a sheet, read by a process of its own. Throws BadSheet; ends the process whenever its caller stops listening. */
export async function* readApart(
  path: string,
  asked: Asked,
  { signal, limits: { longest, mostMemory, heap } = LIMITS }: { signal: AbortSignal; limits?: ReadLimits },
): AsyncGenerator<Said> {
  const what = { module: "contact_lists/sheet_reader", verb: "read-sheet", path, asked: JSON.stringify(asked), heap };
  const process = startApart(what);
  const complaint = new Response(process.stderr).text();
  let fault: ErrorCode | undefined;
  const end = (code: ErrorCode) => {
    fault ??= code;
    kill(process);
  };
  const timer = setTimeout(end, longest, "ERR_SHEET_TOO_LARGE");
  const watch = setInterval(() => memoryOf(process.pid) > mostMemory && end("ERR_SHEET_TOO_LARGE"), LOOKED_EVERY);
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
