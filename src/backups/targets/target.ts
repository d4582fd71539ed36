/** Something that a target keeps. */
export interface Stored {
  key: string;
  /** Bytes. */
  size: number;
}

/** Where backups go: a folder, or a store that speaks S3. Keys are paths with slashes. */
export interface Target {
  /** Resolves when it is kept for good; what was there under the key is replaced, as a whole or not at all. */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Throws a NotKept if it is not there. */
  get(key: string): AsyncIterable<Uint8Array>;
  has(key: string): Promise<boolean>;
  /** All keys that begin so, in their order. */
  list(prefix: string): Promise<Stored[]>;
  /** What is not there is no fault. */
  remove(keys: readonly string[]): Promise<void>;
}

/** A target does not have what it was asked for. */
export class NotKept extends Error {}
