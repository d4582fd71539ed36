import { BadCommand } from "./config.ts";
import { type DbFile, isDamage, isDiskFull, openDbFile } from "./db.ts";
import { BadFile, migrate, type Migration } from "./migrate.ts";
import { checkWhole } from "./whole_file.ts";

/** A file with the two connections to it. */
export interface OpenFile {
  writer: DbFile;
  /** Opened when somebody reads by it. */
  readonly reader: DbFile;
  /** When somebody needed it last (ms). */
  usedAt: number;
  close(): void;
}

/** Whatever cannot be opened says where it lies. */
export function named<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (error instanceof BadFile || error instanceof BadCommand) throw error;
    const why = isDiskFull(error) ? "its disk is full" : (error as Error).message;
    throw new BadFile(`${path} cannot be opened: ${why}`, { cause: error });
  }
}

interface Pair {
  migrations: Migration[];
  isDurable?: boolean;
  onDamage: (error: unknown) => void;
  onSlow: (sql: string, ms: number) => void;
}

/** Opens a file, looks whether all of it is there and brings it to the newest schema; throws what is wrong with it. */
export function openPair(path: string, { migrations, isDurable, onDamage, onSlow }: Pair): OpenFile {
  checkWhole(path);
  const writer = openDbFile(path, { isDurable, onDamage, onSlow });
  let reader: DbFile | undefined;
  try {
    migrate(writer, path, migrations);
  } catch (error) {
    writer.close();
    throw error;
  }
  return {
    writer,
    usedAt: Date.now(),
    get reader() {
      try {
        return reader ??= openDbFile(path, { readonly: true, onDamage, onSlow });
      } catch (error) {
        if (isDamage(error)) onDamage(error);
        throw error;
      }
    },
    close() {
      try {
        reader?.close();
      } finally {
        writer.close();
      }
    },
  };
}

/** Closes a file that may be full of faults, or gone. */
export function closeDamaged(file: OpenFile): void {
  file.writer.wal.lose();
  try {
    file.close();
  } catch { /* nothing can be written back to it */ }
}

export function damageOf(path: string, error: unknown): string {
  return `${path} is damaged (${(error as Error).message})`;
}
