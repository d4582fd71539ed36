import type { Situation } from "../../contract/connections.ts";

export type Verdict =
  | { do: "reconnect"; after: "at once" | "back-off" }
  /** The link is gone: its keys are worth nothing any more. */
  | { do: "forget"; situation: Situation }
  | { do: "stop"; situation: Situation };

/** What a closed connection means (whatsapp.md §5, Disconnects). `undefined` is a close without a code. */
export function judge(code: number | undefined, isLinked: boolean): Verdict {
  if (code === 515) return { do: "reconnect", after: "at once" };
  if (code === 401) return { do: "forget", situation: "logged_out" };
  if (code === 440) return { do: "stop", situation: "replaced" };
  if (code === 403) return { do: "stop", situation: "banned" };
  if (code === 405) return { do: "stop", situation: "outdated" };
  if (code === 400 || code === 411) return { do: "stop", situation: "stopped_after_failures" };
  // Only a connection that was ever authenticated comes back by itself.
  if (!isLinked) return { do: "stop", situation: code === 408 ? "scan_timed_out" : "unreachable" };
  return { do: "reconnect", after: "back-off" };
}
