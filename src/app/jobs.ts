import { postAlerts } from "../alerts/posts.ts";
import { watchAlerts } from "../alerts/watch.ts";
import { lookUpBills } from "../bot/bills.ts";
import { endServices } from "../bot/ratings.ts";
import { takeOverFromBots } from "../bot/take_over.ts";
import { rollUpFigures } from "../cockpit/roll_up.ts";
import { letGoEnded } from "../access/let_go.ts";
import { pollCharges } from "../invoices/poll.ts";
import { mailReminders } from "../invoices/mail_reminders.ts";
import { makeInvoices } from "../invoices/make.ts";
import { endUnpaidWishes } from "../invoices/subscription.ts";
import { listCompanies } from "../companies/companies.ts";
import { runSchedules } from "../schedules/run.ts";
import { noteDisk } from "../doctor/disk_trend.ts";
import { sendMails } from "../mail/queue.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { sayFarewells } from "../push/farewells.ts";
import { tellWaiting } from "../push/waiting.ts";
import { OPEN_AT_START } from "./waking.ts";
import { type Clock, forEach, type Job } from "./job.ts";
import { TIDYING } from "./tidying.ts";

/** The whole clock of the product. */
export const JOBS: Job[] = [
  {
    name: "look for the first time what companies have to do",
    // One company after the other: a job after the other would open every file again and again.
    when: "* * * * * *",
    run: (clock, now) => clock.wake((company) => lookAt(clock, company, now), now),
  },
  {
    name: "take what was written for the backup",
    when: "* * * * * *",
    run: ({ backups }, now) => backups?.current?.tick(now.getTime()),
  },
  {
    name: "prove by night that backups can be restored, and let go of what is too old",
    when: "40 * * * * *",
    run: ({ backups }, now) => backups?.current?.nightly.tend(now.getTime()),
  },
  {
    name: "send and fetch what was postponed",
    when: "*/5 * * * * *",
    run: ({ supervisor }) => supervisor.tick(),
  },
  atWork(
    "send what was scheduled",
    "*/2 * * * * *",
    (clock, company, now) => runSchedules(company, () => clock.timeZoneOf(company), now.getTime()),
  ),
  atWork(
    "send campaigns",
    "* * * * * *",
    (clock, company, now) => clock.campaigns.tick(company, () => clock.timeZoneOf(company), now.getTime()),
  ),
  atWork(
    "send what the API has accepted",
    "*/2 * * * * *",
    ({ apiRunner }, company, now) => apiRunner.tick(company, now.getTime()),
  ),
  atWork(
    "tell webhooks what has happened",
    "* * * * * *",
    ({ webhooks }, company, now) => webhooks.tick(company, now.getTime()),
  ),
  atWork(
    "tell devices what has happened",
    "* * * * * *",
    ({ push }, company, now) => push.tick(company, now.getTime()),
  ),
  {
    name: "take away what stands on devices whose login is over",
    when: "*/5 * * * * *",
    run: ({ tenants }) => served(tenants, () => sayFarewells(tenants)),
  },
  atWork(
    "tell devices who has waited for too long",
    "*/10 * * * * *",
    (clock, company, now) => tellWaiting(clock.tenants, company, () => clock.timeZoneOf(company), now.getTime()),
  ),
  atWork(
    "check the numbers of contact lists",
    "* * * * * *",
    ({ listChecks }, company, now) => listChecks.tick(company, now.getTime()),
  ),
  atWork(
    "say the last words of services, and give up ratings that nobody gave",
    "* * * * * *",
    (clock, company, now) => endServices(company, () => clock.timeZoneOf(company), now.getTime()),
  ),
  atWork(
    "take over from outside bots that are silent",
    "* * * * * *",
    (clock, company, now) =>
      takeOverFromBots(company, { timeZone: () => clock.timeZoneOf(company), now: now.getTime() }),
  ),
  // A slow system of one company keeps nobody else waiting.
  atWork("look up the bills that customers asked for", "* * * * * *", ({ tenants }, company) => {
    const failed = (error: unknown) => log.error("Bills are not looked up", { company: company.id, error });
    void lookUpBills(tenants, company).catch(failed);
  }),
  {
    name: "close the screens of logins that ended elsewhere",
    when: "*/5 * * * * *",
    run: (clock, now) => forEach(clock.companies(), (company) => letGoEnded(clock.tenants, company, now)),
  },
  {
    name: "look whether every company's file is in its place",
    when: "*/5 * * * * *",
    run: ({ tenants }) => served(tenants, () => tenants.checkPlaces(listCompanies(tenants).map(({ id }) => id))),
  },
  {
    name: "roll up what the provider sees of companies",
    when: "*/5 * * * * *",
    run: (clock, now) => rollUpFigures(clock.tenants, clock.companies(), now),
  },
  {
    name: "send e-mails",
    when: "*/3 * * * * *",
    run: ({ tenants }, now) => sendMails(tenants, now),
  },
  {
    name: "remind by e-mail of what is to be paid",
    when: "50 */5 * * * *",
    run: ({ tenants }, now) => mailReminders(tenants, now),
  },
  {
    name: "look whether there is something to tell the provider",
    when: "30 * * * * *",
    run: ({ tenants }, now) => watchAlerts(tenants, now),
  },
  {
    name: "post what the provider is to be told",
    when: "*/5 * * * * *",
    run: ({ tenants }, now) => postAlerts(tenants, now),
  },
  {
    name: "note how much room the disk has",
    when: "20 7 * * * *",
    run: ({ tenants }, now) => noteDisk(tenants.folder, now.getTime()),
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
  ...TIDYING,
];

/** A job that goes through the companies at work. */
function atWork(name: string, when: string, each: NonNullable<Job["each"]>): Job {
  const run = (clock: Clock, now: Date) => forEach(clock.companiesAtWork(now), (company) => each(clock, company, now));
  return { name, when, run, each };
}

/** All that is done for a company while it is at work, once; its file is open for that, and need not be again. */
function lookAt(clock: Clock, company: Company, now: Date): void {
  try {
    void company.read;
  } catch {
    // Why it cannot be served is named once, by whoever opens it.
    return;
  }
  for (const { each } of JOBS) if (each) forEach([company], () => each(clock, company, now));
  rollUpFigures(clock.tenants, company.isChanged ? [company] : [], now);
  clock.tenants.closeBeyond(OPEN_AT_START);
}

/** What lies in the provider's own file can only be done while that is served. */
async function served({ outage }: Tenants, work: () => void | Promise<void>): Promise<void> {
  if (outage === undefined) await work();
}
