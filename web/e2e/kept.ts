import type { Page } from "playwright-core";

/** What this browser has kept for reading without a network (web/installed/reading.ts), by key. */
function keptRows(page: Page): Promise<[key: string, value: unknown][]> {
  return page.evaluate(async () => {
    // Opening it would make it.
    if (!(await indexedDB.databases()).some(({ name }) => name === "balcao-reading")) return [];
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.onsuccess = () => resolve(request.result));
    const db = await answer(indexedDB.open("balcao-reading"));
    const store = db.transaction("kept").objectStore("kept");
    const [keys, values] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
    db.close();
    return keys.map((key, nth) => [String(key), values[nth]]);
  });
}

/** All of it, as text. */
export async function keptText(page: Page): Promise<string> {
  const rows = await keptRows(page);
  return rows.length === 0 ? "" : JSON.stringify(rows.map(([, value]) => value));
}

/** The tickets (by uuid) whose threads are kept. */
export async function keptThreads(page: Page): Promise<string[]> {
  return (await keptRows(page)).map(([key]) => key.split("/")[1]).filter((uuid) => uuid !== undefined);
}

/** Keeps `count` threads more, `old-1` and so on, each like the one that is there, and the first one left alone for longest. */
export function keepOlder(page: Page, count: number): Promise<void> {
  return page.evaluate(async (count) => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.onsuccess = () => resolve(request.result));
    const db = await answer(indexedDB.open("balcao-reading"));
    const transaction = db.transaction("kept", "readwrite"), store = transaction.objectStore("kept");
    const written = new Promise((resolve) => transaction.oncomplete = resolve);
    const key = (await answer(store.getAllKeys())).map(String).find((one) => one.includes("/"))!;
    const [owner] = key.split("/"), value = await answer(store.get(key));
    for (let nth = 1; nth <= count; nth++) store.put({ ...value, at: nth }, `${owner}/old-${nth}`);
    await written;
    db.close();
  }, count);
}

/** The addresses of the build's files that the service worker has kept, as text. */
export function keptFiles(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => url).join("\n");
  });
}

/** Of when (ms since 1970) each kept list is; nothing of those that were never read. */
export async function keptHours(page: Page): Promise<Record<string, number | undefined>> {
  const lists = (await keptRows(page)).find(([key]) => !key.includes("/"))?.[1];
  const { desk } = (lists ?? { desk: {} }) as { desk: Record<string, { asOf?: number }> };
  return Object.fromEntries(Object.entries(desk).map(([name, { asOf }]) => [name, asOf]));
}

/** Makes all kept lists older by so many ms. */
export function ageLists(page: Page, by: number): Promise<void> {
  return page.evaluate(async (by) => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.onsuccess = () => resolve(request.result));
    const db = await answer(indexedDB.open("balcao-reading"));
    const transaction = db.transaction("kept", "readwrite"), store = transaction.objectStore("kept");
    const written = new Promise((resolve) => transaction.oncomplete = resolve);
    const key = (await answer(store.getAllKeys())).map(String).find((one) => !one.includes("/"))!;
    const value = await answer(store.get(key));
    for (const list of Object.values<{ asOf?: number }>(value.desk)) if (list.asOf) list.asOf -= by;
    store.put(value, key);
    await written;
    db.close();
  }, by);
}
