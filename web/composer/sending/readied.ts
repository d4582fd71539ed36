import type { FileAbout } from "../../../src/contract/messages.ts";
import type { Prepared } from "./prepare.ts";

/** Files that are being got ready, or are, by the mark of their message. */
const ready = new Map<string, Promise<Prepared>>();

/** A file ready to leave; asked for twice, it is made once. */
export async function readied(localId: string, file: File, about: FileAbout | null): Promise<Prepared> {
  // A recording was made as it must be.
  if (about?.as === "voice") return { file, about };
  const { prepare } = await import("./prepare.ts");
  const work = ready.get(localId) ?? prepare(file, about?.as);
  ready.set(localId, work);
  return work;
}

export function forgetReadied(localId: string): void {
  ready.delete(localId);
}
