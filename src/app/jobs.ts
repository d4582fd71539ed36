import { endServices } from "../bot/ratings.ts";
import { letGoEnded } from "../access/let_go.ts";
import { runSchedules } from "../schedules/run.ts";
import { giveUpOld } from "../outbox/enqueue.ts";
import { forgetMails, sendMails } from "../mail/queue.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { forgetUndos } from "../tickets/undos.ts";

export interface Clock {
  tenants: Tenants;
  supervisor: Supervisor;
  companies(): Company[];
  /** IANA name. */
  timeZoneOf(company: Company): string;
}

interface Job {
  name: string;
  /** Cron pattern with seconds. */
  when: string;
  /** A run never overlaps itself. */
  run: (clock: Clock, now: Date) => void | Promise<void>;
}

/** The whole clock of the product. */
export const JOBS: Job[] = [
  {
    name: "send and fetch what was postponed",
    when: "*/5 * * * * *",
    run: ({ supervisor }) => supervisor.tick(),
  },
  {
    name: "send what was scheduled",
    when: "*/2 * * * * *",
    run: (clock, now) =>
      forEach(clock, (company) => runSchedules(company, () => clock.timeZoneOf(company), now.getTime())),
  },
  {
    name: "say the last words of services, and give up ratings that nobody gave",
    when: "* * * * * *",
    run: (clock, now) =>
      forEach(clock, (company) => endServices(company, () => clock.timeZoneOf(company), now.getTime())),
  },
  {
    name: "close the screens of logins that ended elsewhere",
    when: "*/5 * * * * *",
    run: (clock) => forEach(clock, (company) => letGoEnded(clock.tenants, company)),
  },
  {
    name: "forget what cannot be undone any more",
    // It looks into every company's file; what is over goes before that with the next thing that can be undone.
    when: "30 */10 * * * *",
    run: (clock, now) => forEach(clock, (company) => forgetUndos(company, now.getTime())),
  },
  {
    name: "send e-mails",
    when: "*/3 * * * * *",
    run: ({ tenants }, now) => sendMails(tenants, now),
  },
  {
    name: "forget what became of e-mails of long ago",
    when: "15 5 * * * *",
    run: ({ tenants }, now) => forgetMails(tenants, now),
  },
  {
    name: "give up what is too old to be sent",
    when: "0 */10 * * * *",
    run: (clock, now) => forEach(clock, (company) => giveUpOld(company, now.getTime())),
  },
];

/** One company that fails stops no other. */
function forEach({ companies }: Clock, work: (company: Company) => void): void {
  for (const company of companies()) {
    try {
      work(company);
    } catch (error) {
      log.error("A job failed for a company", { company: company.id, error });
    }
  }
}
