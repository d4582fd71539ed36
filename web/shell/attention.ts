import { useEffect, useState } from "react";
import { type Connection, NEEDS_ATTENTION } from "../../src/contract/connections.ts";
import { connectionList } from "../connections/connections.ts";
import { useList } from "../list/pagedList.ts";

/** The list is left alone this long (ms) before it is judged, as connections come and go while they start (spec 1 §2.2). */
const ALERT_DELAY = 2000;

/** Whether a connection calls for an administrator. */
export function useAttention(): boolean {
  const { rows } = useList(connectionList, {});
  const [alert, setAlert] = useState(false);
  useEffect(() => {
    const clock = setTimeout(() => setAlert(callsForSomebody(rows)), ALERT_DELAY);
    return () => clearTimeout(clock);
  }, [rows]);
  return alert;
}

function callsForSomebody(connections: readonly Connection[]): boolean {
  return connections.some(({ status }) => NEEDS_ATTENTION.includes(status));
}
