import { CallError } from "../../call.ts";
import type { FileAbout } from "../../../src/contract/messages.ts";
import type { Upload } from "./upload.ts";

/** Files that are being got ready, or are, by the mark of their message. */
const ready = new Map<string, Promise<Upload>>();

/** A file ready to leave; asked for twice, it is made once. */
export async function uploadOf(localId: string, file: File, about: FileAbout | null): Promise<Upload> {
  // A recording was made as it must be.
  if (about?.as === "voice") return { file, about };
  const { toUpload } = await import("./upload.ts").catch(() => {
    // That part has not come yet: the file waits for the line, as it would for the server.
    throw new CallError("ERR_OFFLINE", 0);
  });
  const work = ready.get(localId) ?? toUpload(file, about?.as);
  ready.set(localId, work);
  return work;
}

export function forgetUpload(localId: string): void {
  ready.delete(localId);
}
