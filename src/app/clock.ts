import { Cron } from "croner";
import { companyRow, idsAtWork, removedCompanies } from "../companies/companies.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { Clock } from "./job.ts";
import { JOBS } from "./jobs.ts";
import { Waking } from "./waking.ts";

type Workers = Pick<
  Clock,
  "tenants" | "supervisor" | "campaigns" | "listChecks" | "apiRunner" | "webhooks" | "push" | "backups"
>;

/** Starts every job of the product. */
export function startClock(workers: Workers, metrics: Metrics): Cron[] {
  const { tenants } = workers;
  const waking = new Waking(), atWork = (now: Date) => companiesAtWork(tenants, now);
  const clock: Clock = {
    ...workers,
    companies: () => servedCompanies(tenants),
    companiesAtWork: (now) => atWork(now).filter((company) => waking.isAwake(company)),
    wake: (work, now) => waking.wake(atWork(now), work),
    timeZoneOf: ({ id }: Company) => companyRow(tenants, id)!.timeZone,
  };
  return JOBS.map(({ name, when, run }) =>
    new Cron(
      when,
      { protect: true, catch: (error) => log.error(`Job failed: ${name}`, { error }) },
      async () => await metrics.timed(name, () => run(clock, new Date())),
    )
  );
}

function companiesAtWork(tenants: Tenants, now: Date): Company[] {
  if (tenants.outage !== undefined) return [];
  return idsAtWork(tenants, now).filter((id) => !isClosed(tenants, id)).map((id) => tenants.company(id));
}

function servedCompanies(tenants: Tenants): Company[] {
  if (tenants.outage !== undefined) return [];
  return idsOf(tenants).filter((id) => !isClosed(tenants, id)).map((id) => tenants.company(id));
}

function isClosed(tenants: Tenants, id: number): boolean {
  return tenants.quarantine.has(id) || tenants.isResting(id);
}

/** The folders of all companies, but of those that are removed. */
export function idsOf(tenants: Tenants): number[] {
  const removed = removedCompanies(tenants);
  return tenants.ids().filter((id) => !removed.has(id));
}
