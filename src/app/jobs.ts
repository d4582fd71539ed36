import { auditMonths, forgetOldEntries } from "../audit/audit.ts";
import { lookUpBills } from "../bot/bills.ts";
import type { ListChecker } from "../campaigns/check_lists.ts";
import type { CampaignRunner } from "../campaigns/runner.ts";
import { endServices } from "../bot/ratings.ts";
import { rollUpFigures } from "../cockpit/roll_up.ts";
import { letGoEnded } from "../access/let_go.ts";
import { pollCharges } from "../invoices/poll.ts";
import { mailReminders } from "../invoices/mail_reminders.ts";
import { makeInvoices } from "../invoices/make.ts";
import { endUnpaidWishes } from "../invoices/subscription.ts";
import { runSchedules } from "../schedules/run.ts";
import { giveUpOld } from "../outbox/enqueue.ts";
import { forgetMails, sendMails } from "../mail/queue.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { purgeRemoved } from "../provisioning/remove.ts";
import { forgetRequests } from "../send_api/fate.ts";
import type { ApiRunner } from "../send_api/runner.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { forgetDeliveries, type WebhookRunner } from "../webhooks/runner.ts";
import { forgetUndos } from "../tickets/undos.ts";

export interface Clock {
  tenants: Tenants;
  supervisor: Supervisor;
  campaigns: CampaignRunner;
  apiRunner: ApiRunner;
  webhooks: WebhookRunner;
  listChecks: ListChecker;
  /** All that are served. */
  companies(): Company[];
  /** Those of them that are open and paid: for all others the bot is quiet, and schedules wait. */
  companiesAtWork(now: Date): Company[];
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
      forEach(
        clock.companiesAtWork(now),
        (company) => runSchedules(company, () => clock.timeZoneOf(company), now.getTime()),
      ),
  },
  {
    name: "send campaigns",
    when: "* * * * * *",
    run: (clock, now) =>
      forEach(
        clock.companiesAtWork(now),
        (company) => clock.campaigns.tick(company, () => clock.timeZoneOf(company), now.getTime()),
      ),
  },
  {
    name: "send what the API has accepted",
    when: "*/2 * * * * *",
    run: (clock, now) => forEach(clock.companiesAtWork(now), (company) => clock.apiRunner.tick(company, now.getTime())),
  },
  {
    name: "tell webhooks what has happened",
    when: "* * * * * *",
    run: (clock, now) => forEach(clock.companiesAtWork(now), (company) => clock.webhooks.tick(company, now.getTime())),
  },
  {
    name: "forget what webhooks were told long ago",
    when: "0 57 3 * * *",
    run: (clock, now) => oneByOne(clock.companies(), (company) => forgetDeliveries(company, now.getTime())),
  },
  {
    name: "forget what external systems asked for long ago",
    when: "0 51 3 * * *",
    run: (clock, now) => oneByOne(clock.companies(), (company) => forgetRequests(company, now.getTime())),
  },
  {
    name: "check the numbers of contact lists",
    when: "* * * * * *",
    run: (clock, now) =>
      forEach(clock.companiesAtWork(now), (company) => clock.listChecks.tick(company, now.getTime())),
  },
  {
    name: "say the last words of services, and give up ratings that nobody gave",
    when: "* * * * * *",
    run: (clock, now) =>
      forEach(
        clock.companiesAtWork(now),
        (company) => endServices(company, () => clock.timeZoneOf(company), now.getTime()),
      ),
  },
  {
    name: "look up the bills that customers asked for",
    when: "* * * * * *",
    // A slow system of one company keeps nobody else waiting.
    run: (clock, now) =>
      forEach(clock.companiesAtWork(now), (company) => {
        const failed = (error: unknown) => log.error("Bills are not looked up", { company: company.id, error });
        void lookUpBills(clock.tenants, company).catch(failed);
      }),
  },
  {
    name: "close the screens of logins that ended elsewhere",
    when: "*/5 * * * * *",
    run: (clock, now) => forEach(clock.companies(), (company) => letGoEnded(clock.tenants, company, now)),
  },
  {
    name: "roll up what the provider sees of companies",
    when: "*/5 * * * * *",
    run: (clock, now) => rollUpFigures(clock.tenants, clock.companies(), now),
  },
  {
    name: "forget what cannot be undone any more",
    // It looks into every company's file; what is over goes before that with the next thing that can be undone.
    when: "30 */10 * * * *",
    run: (clock, now) => forEach(clock.companies(), (company) => forgetUndos(company, now.getTime())),
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
    run: (clock, now) => forEach(clock.companies(), (company) => giveUpOld(company, now.getTime())),
  },
  {
    name: "remind by e-mail of what is to be paid",
    when: "50 */5 * * * *",
    run: ({ tenants }, now) => mailReminders(tenants, now),
  },
  {
    name: "forget what people did longer ago than the provider wants to know",
    when: "0 43 3 * * *",
    run: (clock, now) => {
      const months = auditMonths(clock.tenants.provider.read);
      forEach(clock.companies(), (company) => company.write((db) => forgetOldEntries(db, months, now.getTime())));
    },
  },
  {
    name: "delete the files of companies that were removed long ago",
    when: "0 17 * * * *",
    run: ({ tenants }, now) => purgeRemoved(tenants, now),
  },
  {
    name: "make the invoices of the next days",
    when: "15 * * * * *",
    run: ({ tenants }, now) =>
      served(tenants, () => {
        endUnpaidWishes(tenants, now.getTime());
        return makeInvoices(tenants, now.getTime());
      }),
  },
  {
    name: "ask the bank about charges",
    when: "*/10 * * * * *",
    run: ({ tenants }) => served(tenants, () => pollCharges(tenants)),
  },
];

/** What lies in the provider's own file can only be done while that is served. */
async function served({ outage }: Tenants, work: () => Promise<void>): Promise<void> {
  if (outage === undefined) await work();
}

/** The same for what takes its time. */
async function oneByOne(companies: Company[], work: (company: Company) => Promise<void>): Promise<void> {
  for (const company of companies) {
    await work(company).catch((error) => log.error("A job failed for a company", { company: company.id, error }));
  }
}

/** One company that fails stops no other. */
function forEach(companies: Company[], work: (company: Company) => void): void {
  for (const company of companies) {
    try {
      work(company);
    } catch (error) {
      log.error("A job failed for a company", { company: company.id, error });
    }
  }
}
