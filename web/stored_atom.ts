import { atomWithStorage, createJSONStorage } from "jotai/utils";

type Stored<Value> = ReturnType<typeof atomWithStorage<Value>>;

/**
 * An atom whose value stays in this browser and is the same in its other tabs. jotai reads what is not there as a text that
 * is no JSON: what is thrown then has V8 read the whole script anew to say where (80 ms on a phone's first view).
 */
export function storedAtom<Value>(key: string, initial: Value): Stored<Value> {
  const json = createJSONStorage<Value>();
  const isHere = () => typeof window !== "undefined" && localStorage.getItem(key) !== null;
  const storage = {
    ...json,
    getItem: (key: string, initial: Value) => isHere() ? json.getItem(key, initial) : initial,
  };
  return atomWithStorage(key, initial, storage, { getOnInit: true });
}
