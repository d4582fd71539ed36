import { milliseconds } from "date-fns/milliseconds";
import { auditMonths, forgetOldEntries } from "../audit/audit.ts";
import { forgetOldNotices } from "../channels/graph/notices.ts";
import { forgetOldSends } from "../channels/graph/sends.ts";
import { forgetImports } from "../exports/import_folders.ts";
import { giveUpOld } from "../outbox/enqueue.ts";
import { forgetMails } from "../mail/queue.ts";
import { sweepArrivals } from "../moving/arrivals.ts";
import { letGoOfDeleted } from "../platform/beside.ts";
import { IdleCollector } from "../platform/collector.ts";
import { leaveNoTraceOfLate } from "../privacy/erase.ts";
import { forgetOldMessages } from "../privacy/retention.ts";
import { forgetOldCopies } from "../privacy/old_copies.ts";
import { purgeRemoved } from "../provisioning/remove.ts";
import { forgetMediaParts } from "../restoring/media_parts.ts";
import { forgetAsides } from "../restoring/restore_company.ts";
import { forgetRequests } from "../send_api/fate.ts";
import { forgetPushes } from "../push/runner.ts";
import { forgetSilent } from "../webchat/visitors.ts";
import { forgetOldKept } from "../upgrades/kept.ts";
import { forgetDeliveries } from "../webhooks/runner.ts";
import { forgetUndos } from "../tickets/undos.ts";
import { type Job, lookIntoEach, oneByOne } from "./job.ts";

/** After so long (ms) a company's file is closed until somebody needs it again. */
const UNUSED = milliseconds({ minutes: 10 });

const idle = new IdleCollector();

/** What is let go of, closed, forgotten and deleted in its time. */
export const TIDYING: Job[] = [{
  name: "let go of what is done with while nothing goes on",
  when: "13,28,43,58 * * * * *",
  run: () => idle.look(),
}, {
  name: "forget what devices were told long ago",
  when: "0 53 3 * * *",
  run: (clock, now) => lookIntoEach(clock, (company) => forgetPushes(company, now.getTime())),
}, {
  name: "forget what webhooks were told long ago",
  when: "0 57 3 * * *",
  run: (clock, now) => oneByOne(clock.companies(), (company) => forgetDeliveries(company, now.getTime())),
}, {
  name: "delete what companies do not want to keep any longer",
  when: "0 21 3 * * *",
  run: (clock, now) =>
    oneByOne(clock.companies(), async (company) => {
      await forgetOldMessages(company, now.getTime());
      await leaveNoTraceOfLate(clock.tenants, company, now.getTime());
      await forgetOldCopies(company, now.getTime());
    }),
}, {
  name: "forget visitors of web chats who never wrote",
  when: "0 47 * * * *",
  run: (clock, now) => lookIntoEach(clock, (company) => forgetSilent(company, now.getTime())),
}, {
  name: "forget what external systems asked for long ago",
  when: "0 51 3 * * *",
  run: (clock, now) => oneByOne(clock.companies(), (company) => forgetRequests(company, now.getTime())),
}, {
  name: "forget what cannot be undone any more",
  // It looks into every company's file; what is over goes before that with the next thing that can be undone.
  when: "30 */10 * * * *",
  run: (clock, now) => lookIntoEach(clock, (company) => forgetUndos(company, now.getTime())),
}, {
  name: "close the files that nobody needs",
  when: "20 * * * * *",
  run: ({ tenants }, now) => tenants.closeUnused(now.getTime() - UNUSED),
}, {
  name: "forget what became of e-mails of long ago",
  when: "15 5 * * * *",
  run: ({ tenants }, now) => forgetMails(tenants, now),
}, {
  name: "give up what is too old to be sent",
  when: "0 */10 * * * *",
  run: (clock, now) => lookIntoEach(clock, (company) => giveUpOld(company, now.getTime())),
}, {
  name: "forget what people did longer ago than the provider wants to know",
  when: "0 43 3 * * *",
  run: (clock, now) => {
    const months = auditMonths(clock.tenants.provider.read);
    return lookIntoEach(clock, (company) => company.write((db) => forgetOldEntries(db, months, now.getTime())));
  },
}, {
  name: "forget what Meta says nothing more about",
  when: "0 51 3 * * *",
  run: (clock, now) =>
    lookIntoEach(clock, (company) =>
      company.write((db) => {
        forgetOldSends(db, now.getTime());
        forgetOldNotices(db, now.getTime());
      })),
}, {
  name:
    "delete the files of companies that were removed long ago, what imports have left that were killed, and what moves have",
  when: "0 17 * * * *",
  run: async ({ tenants }, now) => {
    await purgeRemoved(tenants, now);
    await forgetImports(tenants);
    await sweepArrivals(tenants, now.getTime());
  },
}, {
  name: "delete the states that companies had before they were restored",
  when: "0 23 * * * *",
  run: ({ tenants }, now) => forgetAsides(tenants, now.getTime()),
}, {
  name: "delete what was left in folders of media by a command that was killed while it brought files back",
  when: "0 53 3 * * *",
  run: ({ tenants }, now) => forgetMediaParts(tenants, now.getTime()),
}, {
  name: "let go of databases that were deleted, which take room on the disk as long as they are open",
  when: "0 25 * * * *",
  run: letGoOfDeleted,
}, {
  name: "delete the files from before an upgrade that is a day old",
  when: "0 27 * * * *",
  run: ({ tenants }, now) => forgetOldKept(tenants.folder, now.getTime()),
}];
