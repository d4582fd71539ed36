import type { Report } from "../doctor/examine.ts";
import { NotThere } from "../platform/config.ts";
import { VERSION } from "../root.ts";
import { holderOf } from "../platform/folder_lock.ts";
import { reach } from "./ask.ts";
import { type How, perform } from "./perform.ts";
import type { InputOf } from "./operations.ts";

/** What is wrong with a folder, as the server that serves it says; where none does, by looking at it without changing it. */
export async function examineFolder(input: InputOf<"doctor">, how: How): Promise<Report> {
  const { data } = how, socket = holderOf(data)?.socket, line = socket ? await reach(socket) : undefined;
  if (line) {
    line.close();
    return await perform("doctor", input, how);
  }
  if (!isFolder(data)) throw new NotThere(`There is no folder ${data}: balcao doctor --data FOLDER`);
  const { examineAlone } = await import("../doctor/alone.ts");
  return await examineAlone({ ...input, folder: data, version: VERSION, now: Date.now(), proc: "/proc/self" });
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
