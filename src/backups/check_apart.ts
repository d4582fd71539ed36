import { startApart } from "../platform/own_process.ts";
import { BadObject } from "./envelope.ts";
import type { FileFacts } from "./check_file.ts";

/** Megabytes of JavaScript objects: what SQLite needs lies beside them. */
const HEAP = 200;

/** What SQLite finds in a file, looked through by a process of its own; a BadObject when it cannot even open it. */
export async function checkApart(path: string): Promise<FileFacts> {
  const own = { module: "backups/check_file", verb: "check-file", path, asked: "", heap: HEAP, hasLibrary: true };
  const { success, stdout, stderr } = await startApart(own).output();
  if (success) return JSON.parse(new TextDecoder().decode(stdout)) as FileFacts;
  const complaint = new TextDecoder().decode(stderr).split("\n").find((line) => line.trim() !== "") ?? "";
  throw new BadObject(`The restored file cannot be opened: ${complaint.slice(0, 200)}`);
}

/** Whether SQLite finds nothing wrong with a file. */
export async function isSoundFile(path: string): Promise<boolean> {
  try {
    return (await checkApart(path)).integrity === "ok";
  } catch (error) {
    if (!(error instanceof BadObject)) throw error;
    return false;
  }
}
