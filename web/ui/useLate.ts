import { useEffect, useState } from "react";

/** Whether this long (ms) has passed since the component came: what comes at once needs no announcing. */
export function useLate(after: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const clock = setTimeout(() => setLate(true), after);
    return () => clearTimeout(clock);
  }, [after]);
  return isLate;
}
