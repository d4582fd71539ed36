import { ROOT } from "../root.ts";

/** Files as earlier versions left them (scripts/old_files.ts makes them). */
export const OLD_FILES = `${ROOT}/src/testing/old_files`;

type Kind = "company" | "provider";

export function oldFileName(kind: Kind, schema: number): string {
  return `${kind}-${String(schema).padStart(4, "0")}.db.gz`;
}

/** The schemas of which there is a file, oldest first. */
export function oldSchemas(kind: Kind): number[] {
  return [...Deno.readDirSync(OLD_FILES)].flatMap(({ name }) => {
    const found = new RegExp(`^${kind}-(\\d{4})\\.db\\.gz$`).exec(name);
    return found ? [Number(found[1])] : [];
  }).sort((a, b) => a - b);
}

/** Puts a file as an earlier version left it in the place of another. */
export async function putOldFile(kind: Kind, schema: number, path: string): Promise<void> {
  const packed = await Deno.open(`${OLD_FILES}/${oldFileName(kind, schema)}`);
  for (const ending of ["", "-wal", "-shm"]) await Deno.remove(`${path}${ending}`).catch(() => {});
  await Deno.writeFile(path, packed.readable.pipeThrough(new DecompressionStream("gzip")), { mode: 0o600 });
}

export async function gzipped(path: string, target: string): Promise<void> {
  const plain = await Deno.open(path);
  await Deno.writeFile(target, plain.readable.pipeThrough(new CompressionStream("gzip")));
}
