import { dirname } from "node:path";
import { piecesOf, withFile, writeAll } from "../../platform/with_file.ts";
import { systemWords } from "../../platform/system_words.ts";
import { syncFolder } from "../../platform/wal.ts";
import { NotKept, type Stored, type Target } from "./target.ts";

/** What is being written: never taken for something that is kept. */
const PART = ".part";

/** What the system did not do, in words that stand on screens and in alerts, too; the code is the system's (errno(3)). */
class FolderFault extends Error {
  readonly code: string;
  constructor(says: string, override readonly cause: Error & { code: string }) {
    super(says);
    this.code = cause.code;
  }
}

function inWords(error: unknown): unknown {
  const words = systemWords(error);
  if (words === undefined) return error;
  const cause = error as Error & { code: string };
  return new FolderFault(cause.code === "ENOENT" ? `${words}: see whether its disk is mounted` : words, cause);
}

/** Where a folder is that takes nothing, such as /proc, the system says that what is to be made is not there. */
function refuseMaking(error: unknown): never {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
  throw new FolderFault("nothing can be made in it", Object.assign(error, { code: "EACCES" }));
}

/** A folder as a target: another disk of the machine, or one that is mounted from elsewhere. */
export function folderTarget(root: string): Target {
  const pathOf = (key: string) => `${root}/${key}`;
  return saying({
    async put(key, bytes) {
      const path = pathOf(key), folder = dirname(path);
      // A disk that is not mounted would be filled up at its mount point's place, and nobody would know.
      await Deno.stat(root);
      await Deno.mkdir(folder, { recursive: true, mode: 0o700 }).catch(refuseMaking);
      const part = `${path}.${crypto.randomUUID()}${PART}`;
      try {
        await withFile(part, { write: true, createNew: true, mode: 0o600 }, async (file) => {
          for await (const chunk of bytes) await writeAll(file, chunk);
          await file.syncData();
        });
        await Deno.rename(part, path);
        syncFolder(folder);
      } catch (error) {
        await Deno.remove(part).catch(() => {});
        throw error;
      }
    },
    async *get(key) {
      try {
        yield* piecesOf(pathOf(key));
      } catch (error) {
        throw error instanceof Deno.errors.NotFound ? new NotKept(`${key} is not there`) : error;
      }
    },
    async has(key) {
      await Deno.stat(root);
      return await Deno.stat(pathOf(key)).then(() => true, (error) => {
        if (error instanceof Deno.errors.NotFound) return false;
        throw error;
      });
    },
    async list(prefix) {
      await Deno.stat(root);
      const from = prefix.slice(0, prefix.lastIndexOf("/") + 1), found: Stored[] = [];
      await collect(root, from.replace(/\/$/, ""), found);
      return found.filter(({ key }) => key.startsWith(prefix)).sort((a, b) => a.key < b.key ? -1 : 1);
    },
    async remove(keys) {
      for (const key of keys) {
        await Deno.remove(pathOf(key)).catch((error) => {
          if (!(error instanceof Deno.errors.NotFound)) throw error;
        });
      }
    },
  });
}

/** The same target, whose faults are in words. */
function saying({ put, get, has, list, remove }: Target): Target {
  const said = (error: unknown) => {
    throw inWords(error);
  };
  return {
    put: (key, bytes) => put(key, bytes).catch(said),
    async *get(key) {
      try {
        yield* get(key);
      } catch (error) {
        said(error);
      }
    },
    has: (key) => has(key).catch(said),
    list: (prefix) => list(prefix).catch(said),
    remove: (keys) => remove(keys).catch(said),
  };
}

async function collect(root: string, folder: string, found: Stored[]): Promise<void> {
  const path = folder ? `${root}/${folder}` : root;
  try {
    for await (const { name, isDirectory } of Deno.readDir(path)) {
      const key = folder ? `${folder}/${name}` : name;
      if (isDirectory) await collect(root, key, found);
      else if (!name.endsWith(PART)) found.push({ key, size: (await Deno.stat(`${root}/${key}`)).size });
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
