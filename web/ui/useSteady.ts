import { useLayoutEffect, useMemo, useRef } from "react";

/** The same functions as long as it is drawn, each of which does what it would do now. */
export function useSteady<T extends object>(now: T): T {
  const latest = useRef(now);
  useLayoutEffect(() => void (latest.current = now));
  return useMemo(() => {
    const names = Object.keys(latest.current) as (keyof T)[];
    const steady = names.map((name) => [
      name,
      (...values: unknown[]) => (latest.current[name] as (...values: unknown[]) => unknown)(...values),
    ]);
    return Object.fromEntries(steady) as T;
  }, []);
}
