/** So many answers are remembered, two for each person; what is not here is read from the company's file. */
const MOST = 4000;

/**
 * Who is who, in the shape of the library's own memory of it. That one forgets nothing for three days and sets a timer for
 * each entry, which keeps alive whatever was being worked on when it was set: some 12 kB for each person who was written to
 * (7.0.0-rc14, lid-mapping.js: LRUCache with ttlAutopurge).
 */
export function lidCache() {
  const kept = new Map<string, string>();
  return {
    get: (key: string) => kept.get(key),
    set(key: string, value: string) {
      kept.delete(key);
      if (kept.size >= MOST) kept.delete(kept.keys().next().value!);
      kept.set(key, value);
    },
    clear: () => kept.clear(),
  };
}
