import { idsAtWork } from "../companies/companies.ts";
import type { Vitals } from "../contract/doctor.ts";
import { residentIn } from "./checks/process.ts";
import { freeOf } from "./disk.ts";
import { trendOf } from "./disk_trend.ts";
import type { Running } from "./patient.ts";

/** What a server uses, and how much there is; `now` in ms. */
export function vitalsOf({ tenants, startedAt, loopDelay, sessions }: Running, now: number): Vitals {
  const { free, size } = freeOf(tenants.folder), delay = loopDelay();
  return {
    startedAt: new Date(startedAt).toISOString(),
    memory: residentIn("/proc/self/status") ?? Deno.memoryUsage().rss,
    allMemory: Deno.systemMemoryInfo().total,
    diskFree: free,
    diskSize: size,
    diskLoss: trendOf(tenants.folder, { now, free }) ?? null,
    loopDelay: delay === undefined ? null : delay * 1000,
    companies: tenants.outage === undefined ? idsAtWork(tenants, new Date(now)).length : 0,
    openCompanies: tenants.openCount,
    sessions: sessions(),
  };
}
