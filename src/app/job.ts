import type { RunningBackups } from "../backups/running.ts";
import type { ListChecker } from "../campaigns/check_lists.ts";
import type { CampaignRunner } from "../campaigns/runner.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { ApiRunner } from "../send_api/runner.ts";
import type { PushRunner } from "../push/runner.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import type { WebhookRunner } from "../webhooks/runner.ts";

export interface Clock {
  tenants: Tenants;
  supervisor: Supervisor;
  campaigns: CampaignRunner;
  apiRunner: ApiRunner;
  webhooks: WebhookRunner;
  push: PushRunner;
  listChecks: ListChecker;
  backups?: Pick<RunningBackups, "current">;
  /** All that are served. */
  companies(): Company[];
  /** Those of them that are open and paid, once they are awake: for all others the bot is quiet, and schedules wait. */
  companiesAtWork(now: Date): Company[];
  /** Does this for each that is at work and not awake yet, one after the other. */
  wake(work: (company: Company) => void, now: Date): Promise<void>;
  /** IANA name. */
  timeZoneOf(company: Company): string;
}

/** Something that is done again and again. */
export interface Job {
  name: string;
  /** Cron pattern with seconds. */
  when: string;
  /** A run never overlaps itself. */
  run: (clock: Clock, now: Date) => void | Promise<void>;
  /** Of a job that goes through the companies at work: the same for one of them. It knows by itself when there is work. */
  each?: (clock: Clock, company: Company, now: Date) => void;
}

/** One company that fails stops no other. */
export function forEach(companies: Company[], work: (company: Company) => void): void {
  for (const company of companies) {
    try {
      work(company);
    } catch (error) {
      log.error("A job failed for a company", { company: company.id, error });
    }
  }
}

/** So many files are looked into before others have their turn. */
const IN_A_ROW = 10;

/**
 * The same for what is seldom to be done anywhere: files that nobody has open are closed again, as hundreds of open ones would take
 * hundreds of megabytes.
 */
export async function lookIntoEach({ tenants, companies }: Clock, work: (company: Company) => void): Promise<void> {
  for (const [nth, company] of companies().entries()) {
    forEach([company], () => tenants.lookInto(company, work));
    if (nth % IN_A_ROW === IN_A_ROW - 1) await new Promise((resolve) => setTimeout(resolve));
  }
}

/** The same for what takes its time. */
export async function oneByOne(companies: Company[], work: (company: Company) => Promise<void>): Promise<void> {
  for (const company of companies) {
    await work(company).catch((error) => log.error("A job failed for a company", { company: company.id, error }));
  }
}
