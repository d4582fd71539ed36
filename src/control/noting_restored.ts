import { isThere } from "../platform/is_there.ts";
import { momentOf } from "../platform/moment.ts";
import type { Tenants } from "../platform/tenants.ts";
import { BY_COMMAND, logRestored } from "../restoring/log_restored.ts";
import { note } from "./noting.ts";

const CALLED = {
  restored: "restores.apply",
  undone: "restores.undo",
  copied: "restores.copy",
  beside: "restores.beside",
} as const;

interface Restored {
  company: number;
  /** Milliseconds. */
  moment: number;
  /** The company that was made. */
  made?: number;
  changes?: { field: string; after: string }[];
}

/** Says in the company's own log what a command has brought back, and in the server's where that has done it. */
export function noteRestored(
  { tenants, serving }: { tenants: Tenants; serving?: unknown },
  what: keyof typeof CALLED,
  about: Restored,
): void {
  const { company, made, changes = [] } = about, moment = momentOf(about.moment);
  const said = [{ field: "moment", after: moment }, ...changes].map((each) => ({ ...each, before: null }));
  // What was deleted under us is still open, and nothing that is written to it lasts.
  if (isThere(`${tenants.folder}/${company}/company.db`)) {
    note(tenants, { companyId: company, what: CALLED[what], target: company, changes: said, who: "balcao restore" });
  }
  if (serving) logRestored(what, { company, moment, by: BY_COMMAND, ...(made !== undefined && { made }) });
}
