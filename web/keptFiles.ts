/** Files that were sent and that the server does not have yet, by their messages' local ids: they outlive the page. */
const NAME = "balcao-outbox";
const STORE = "files";

/** Fails where the browser has no room left for it, or keeps nothing (a private window). */
export async function keepFile(localId: string, file: File): Promise<void> {
  await inStore("readwrite", (store) => store.put(file, localId));
}

export function keptFile(localId: string): Promise<File | undefined> {
  return inStore<File | undefined>("readonly", (store) => store.get(localId));
}

export async function forgetFile(localId: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(localId));
}

/** For whoever sits down here next there is nothing left. */
export function forgetAllFiles(): void {
  globalThis.indexedDB?.deleteDatabase(NAME);
}

/** Opened anew each time: an open database could not be deleted by another tab. */
async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const db = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      // Only then it is written: a full disk lets the request succeed and the transaction fail.
      transaction.oncomplete = () => resolve(request.result as T);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    db.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => void request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
