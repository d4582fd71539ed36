const MOST = 2000;

/** How often each message was asked for again, in the shape of the library's cache; the oldest are forgotten. */
export function retryCache() {
  const kept = new Map<string, unknown>();
  return {
    get: <T>(key: string) => kept.get(key) as T | undefined,
    set: <T>(key: string, value: T) => {
      if (kept.size > MOST) kept.delete(kept.keys().next().value!);
      kept.set(key, value);
    },
    del: (key: string) => void kept.delete(key),
    flushAll: () => kept.clear(),
  };
}
