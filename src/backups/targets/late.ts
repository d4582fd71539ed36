import type { Target } from "./target.ts";

/** A target whose library is loaded when it is first used. */
export function lateTarget(open: () => Promise<Target>): Target {
  let opened: Promise<Target> | undefined;
  const target = () => opened ??= open();
  return {
    put: async (key, bytes) => await (await target()).put(key, bytes),
    async *get(key) {
      yield* (await target()).get(key);
    },
    has: async (key) => await (await target()).has(key),
    list: async (prefix) => await (await target()).list(prefix),
    remove: async (keys) => await (await target()).remove(keys),
  };
}
