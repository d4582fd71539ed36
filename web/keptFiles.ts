import { inStore } from "./keptStore.ts";

/** Files that were sent and that the server does not have yet, by their messages' local ids: they outlive the page. */
const FILES = { database: "balcao-outbox", store: "files" };

/** Lists and threads as they were last seen, for reading them without a network (installed/reading.ts). */
export const READING = { database: "balcao-reading", store: "kept" };

/** What the system has shared with the app (worker/share.ts), until it lies in a composer. */
export const SHARED = { database: "balcao-shared", store: "shared" };

/** What the service worker needs to know of the person's choices on this device (installed/signing.ts). */
export const CHOICES = { database: "balcao-choices", store: "kept" };

/** Whether answers carry their writer's name: under this key of `CHOICES`; nothing there means that they do. */
export const SIGNS = "signs";

export interface Shared {
  files: readonly File[];
  /** The names of files that are larger than what may be sent. */
  tooLarge: readonly string[];
  text: string;
  /** When it came, ms since 1970. */
  at: number;
}

/** Fails where the browser has no room left for it, or keeps nothing (a private window). */
export async function keepFile(localId: string, file: File): Promise<void> {
  await inStore(FILES, "readwrite", (store) => store.put(file, localId));
}

export function keptFile(localId: string): Promise<File | undefined> {
  return inStore<File | undefined>(FILES, "readonly", (store) => store.get(localId));
}

export async function forgetFile(localId: string): Promise<void> {
  await inStore(FILES, "readwrite", (store) => store.delete(localId));
}

/** For whoever sits down here next there is nothing left; what somebody shares who has to log in for it waits for that. */
export function forgetAllKept({ exceptShared }: { exceptShared: boolean }): void {
  for (const place of [FILES, READING, CHOICES, ...(exceptShared ? [] : [SHARED])]) {
    globalThis.indexedDB?.deleteDatabase(place.database);
  }
}

export function forgetReading(): void {
  globalThis.indexedDB?.deleteDatabase(READING.database);
}
