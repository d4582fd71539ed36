import { RunningBackups } from "../backups/running.ts";
import { startClock } from "./clock.ts";
import { removeLeftovers } from "./leftovers.ts";
import { purgeHalfMade } from "../provisioning/remove.ts";
import { openAll, openRest } from "./open_all.ts";
import { ListChecker } from "../campaigns/check_lists.ts";
import { CampaignRunner } from "../campaigns/runner.ts";
import { noteRunning } from "../doctor/running.ts";
import { endInterrupted, stopImports } from "../contact_lists/imports.ts";
import { pointGraphTo } from "../channels/graph/where.ts";
import { pointTo } from "../channels/whatsapp/trust.ts";
import { checkStorage } from "../companies/limits.ts";
import type { Company } from "../platform/company.ts";
import { BadCommand } from "../platform/config.ts";
import { noteRestored } from "../control/noting_restored.ts";
import { takeCommands } from "../control/server.ts";
import { removeSocket } from "../control/socket_place.ts";
import { allowInner } from "../platform/inner_network.ts";
import { log } from "../platform/log.ts";
import { heedInnerHosts } from "../provider_settings/inner_hosts.ts";
import { finishArrivals } from "../moving/arrive.ts";
import { knowFormerKeys } from "../moving/former_keys.ts";
import { newMetrics } from "../metrics/metrics.ts";
import { pushKeys } from "../push/keys.ts";
import { PushRunner } from "../push/runner.ts";
import { eraseAfterRecovery } from "../privacy/after_recovery.ts";
import { finishPutting } from "../restoring/put_in_place.ts";
import { announceSetUp } from "../set_up/address.ts";
import { VERSION } from "../root.ts";
import { WebhookRunner } from "../webhooks/runner.ts";
import { ApiRunner } from "../send_api/runner.ts";
import { areLinesHeld } from "../supervisor/held_lines.ts";
import { Supervisor } from "../supervisor/supervisor.ts";
import { application } from "./application.ts";
import type { Opened, Server } from "./server.ts";

/** Serves a data folder that is open, and answers calls, too, from then on. */
export async function serveFolder({ config, folder, opening, pages }: Opened): Promise<Server> {
  const { tenants, lock, close } = folder, { notices } = opening;
  pointTo(config.whatsappUrl ? { url: config.whatsappUrl, ca: readCa(config.whatsappCa) } : undefined);
  pointGraphTo(config.graphUrl);
  if (config.innerHosts) allowInner(config.innerHosts);
  heedInnerHosts(tenants.provider.read);
  // Before any file is opened: what was written to one must not leave its log untaken.
  const backups = new RunningBackups(tenants, config.backupKey);
  // Before anybody is looked for by a digest.
  knowFormerKeys(tenants);
  for (const { companyId, moment } of await finishPutting(tenants)) {
    noteRestored({ tenants }, "restored", { company: companyId, moment });
  }
  await eraseAfterRecovery(tenants, Date.now());
  await finishArrivals(tenants, Date.now());
  // This process alone has the folder, and nobody can ask for a company yet.
  await purgeHalfMade(tenants, Date.now());
  const supervisor = new Supervisor(tenants), withLines: Company[] = [];
  const look = (company: Company) => {
    endInterrupted([company]);
    if (supervisor.hasToStart(company)) withLines.push(company);
  };
  const { companies, rest } = await openAll(tenants, notices, look);
  const metrics = newMetrics(tenants, supervisor);
  const app = application(tenants, supervisor, config, metrics, backups, pages);
  const { address, port, hostname, shutdown, certificate } = await opening.listen(app, tenants);
  // A machine's own address leads others here only where Meta is a program on it, too.
  tenants.ownAddress = config.publicUrl ?? (config.graphUrl ? address : "");
  const count = companies.length === 1 ? "1 company" : `${companies.length} companies`;
  log.info(`Balcão ${VERSION} serves ${count} at ${config.publicUrl ?? address}`);
  const campaigns = new CampaignRunner(supervisor, tenants.keys);
  const apiRunner = new ApiRunner(supervisor, tenants.keys, (company, bytes) => checkStorage(tenants, company, bytes));
  const webhooks = new WebhookRunner(tenants.keys);
  pushKeys(tenants);
  const push = new PushRunner(tenants);
  const listChecks = new ListChecker(campaigns.checks);
  noteRunning({
    ...{ version: VERSION, tenants, config, address, certificate, loopDelay: metrics.loopDelay, startedAt: Date.now() },
    // There may be a key later on.
    get backups() {
      return backups.current;
    },
    sessions: () => [...supervisor.states().values()].reduce((sum, count) => sum + count, 0),
    diedBefore: lock.before?.command === "serve" ? { since: Date.parse(lock.before.since) || 0 } : undefined,
  });
  const clock = startClock({ tenants, supervisor, campaigns, listChecks, apiRunner, webhooks, push, backups }, metrics);
  const unwatch = metrics.watchEventLoop();
  if (companies.length === 0) {
    log.warn(`${config.data} has no company yet: balcao company add NAME --data ${config.data}`);
  }
  const where = { address: config.publicUrl ?? address, host: config.publicUrl ? undefined : hostname };
  const setUpSecret = announceSetUp(tenants, where);
  if (areLinesHeld(tenants.folder)) {
    log.warn(`The folder was made from a backup, and its lines stand still: balcao lines start --data ${config.data}`);
  }
  let isStopping = false;
  const started = (async () => {
    const tidied = removeLeftovers(tenants);
    await supervisor.startAll(withLines.splice(0));
    await openRest(tenants, rest, { look, isStopping: () => isStopping });
    // Somebody may have been quicker.
    await supervisor.startAll(withLines, { exceptRunning: true });
    await tidied;
  })().catch((error) => log.error("Not all connections could be started", { error }));
  started.then(() => pages.readRest(() => isStopping))
    .catch((error) => log.error("Not all screens could be read", { error }));
  // Of a server that died, whose folder had too long a path for a socket in it.
  if (lock.before?.socket) removeSocket(lock.before.socket);
  const commands = takeCommands({ tenants, serving: { supervisor, config, address, backups } });
  lock.say({ address: config.publicUrl ?? address, socket: commands?.path });
  await notices.ready();
  return {
    address,
    port,
    tenants,
    supervisor,
    setUpSecret,
    certificate,
    async stop() {
      isStopping = true;
      await notices.stopping();
      await commands?.close();
      unwatch();
      for (const job of clock) job.stop();
      campaigns.close();
      webhooks.close();
      push.close();
      await stopImports();
      await supervisor.closeAll();
      await started;
      await Promise.race([shutdown(), new Promise((resolve) => setTimeout(resolve, 1000))]);
      tenants.close();
      await backups.close();
      close();
    },
  };
}

function readCa(path: string | undefined): string | undefined {
  if (!path) return undefined;
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    throw new BadCommand(`BALCAO_WHATSAPP_CA: ${path} cannot be read: ${(error as Error).message}`);
  }
}
