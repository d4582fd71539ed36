import { startApart } from "../platform/own_process.ts";
import { BadExport } from "./bad_export.ts";
import type { Work, WorkDone } from "./work_apart.ts";

/** Megabytes of JavaScript objects: what SQLite needs lies beside them. */
const HEAP = 600;

export type FileFacts = Exclude<WorkDone, { fault: string }>;

/** Has a process of its own work on a copy of a company's file. A BadExport says what is wrong with the file. */
export async function workApart(path: string, work: Work, signal: AbortSignal): Promise<FileFacts> {
  signal.throwIfAborted();
  const process = startApart({
    module: "exports/work_apart",
    verb: "tend-company",
    path,
    asked: JSON.stringify(work),
    heap: HEAP,
    hasLibrary: true,
  });
  const kill = () => {
    try {
      process.kill("SIGKILL");
    } catch { /* It has ended. */ }
  };
  signal.addEventListener("abort", kill);
  try {
    const { success, stdout, stderr } = await process.output();
    signal.throwIfAborted();
    if (!success) throw faultIn(new TextDecoder().decode(stderr));
    const said = JSON.parse(new TextDecoder().decode(stdout)) as WorkDone;
    if ("fault" in said) throw new BadExport(said.fault);
    return said;
  } finally {
    signal.removeEventListener("abort", kill);
  }
}

/** What a process complained about as it died; a full disk is known by its words (platform/db.ts). */
function faultIn(complaint: string): Error {
  const line = complaint.split("\n").find((each) => each.trim() !== "") ?? "";
  return new Error(line.replace(/^error: (Uncaught )?(\(in promise\) )?/, "").slice(0, 300));
}
