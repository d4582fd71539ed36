import { BadCommand } from "./config.ts";

/** What the system says of a file or a folder (errno(3)), for people. */
const WORDS: Record<string, string> = {
  ENOENT: "it is not there",
  ENOTDIR: "it is no folder",
  EISDIR: "it is a folder",
  EACCES: "this user may not",
  EPERM: "this user may not",
  EROFS: "its disk can only be read",
  ENOSPC: "its disk is full",
  EDQUOT: "this user may have no more on its disk",
  EIO: "its disk does not do its work (dmesg says more)",
  ESTALE: "its disk has gone away",
  ENAMETOOLONG: "its name is too long",
};

/** Why the system did not do something with a file, without its own numbers and calls; nothing where it is another error. */
export function systemWords(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? WORDS[String(error.code)] : undefined;
}

/** The same, or what else the error says. */
export function whyOf(error: unknown): string {
  return systemWords(error) ?? (error as Error).message;
}

/** The file or folder that an error of the system names. */
export function pathIn(error: unknown): string | undefined {
  return /\(os error \d+\): \w+ '(.+)'$/.exec((error as Error).message)?.[1];
}

/** Works with a file or folder that a person has named; what the system does not do with it is a BadCommand that names it. */
export async function usable<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const why = systemWords(error);
    throw why === undefined ? error : new BadCommand(`${path} cannot be used: ${why}`, { cause: error });
  }
}
