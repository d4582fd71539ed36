import { makeKey } from "../backups/running.ts";
import { addTarget } from "../backups/targets/targets.ts";
import { backupKeyPath } from "../platform/config.ts";
import { Tenants } from "../platform/tenants.ts";
import { AURORA_PHONE } from "../testing/road.ts";
import { aNetwork, aServer, control } from "./network.ts";
import { atLeast, atMost, type Figure, quantile } from "./report.ts";

const SENDERS = 20, MESSAGES = 2000, ROUNDS = 3, LISTS = 200;

type Setting = Parameters<typeof aServer>[2];

/**
 * What it costs that everything that was told is on the disk, and that it is backed up second by second: incoming messages a
 * second, each setting against the one without.
 */
export async function benchDisk(): Promise<Figure[]> {
  const settings: Record<"off" | "disk" | "backup", Setting> = {
    off: { env: { BALCAO_SYNC: "off" } },
    disk: {},
    backup: { prepare: withBackup },
  };
  const off = await measure(settings.off), disk = await measure(settings.disk), backup = await measure(settings.backup);
  return [
    atLeast(
      `Incoming, on the disk before the receipt: ${disk.rate}/s against ${off.rate}/s without`,
      disk.rate / off.rate,
      0.8,
    ),
    atLeast(`… backed up as well: ${backup.rate}/s`, backup.rate / disk.rate, 0.9),
    atMost("… a ticket list asked for meanwhile waits longer by, p95", backup.list - disk.list, 20, " ms"),
  ];
}

async function withBackup(data: string): Promise<void> {
  makeKey(backupKeyPath(data, () => undefined));
  const tenants = new Tenants(data);
  await addTarget(tenants, { kind: "folder", path: await Deno.makeTempDir() });
  tenants.close();
}

async function measure(setting: Setting): Promise<{ rate: number; list: number }> {
  const network = await aNetwork(), server = await aServer(network, "sources", setting);
  try {
    await server.ask("PUT", "/whatsapp/1", { name: "Loja Centro", queueIds: [] });
    const flood = async () => {
      const order = { to: AURORA_PHONE, phones: SENDERS, messages: MESSAGES };
      return Number((await control(network.page, "/flood", order)).acknowledgedPerSecond ?? 0);
    };
    await flood();
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round++) rates.push(await flood());
    return { rate: Math.max(...rates), list: await listMeanwhile(server, network.page) };
  } finally {
    server.process.kill();
    network.process.kill();
  }
}

/** Milliseconds for a ticket list, p95, at 50 messages a second. */
async function listMeanwhile({ ask }: Awaited<ReturnType<typeof aServer>>, page: string): Promise<number> {
  const flood = control(page, "/flood", { to: AURORA_PHONE, phones: SENDERS, messages: 500, perSecond: 50 });
  const times: number[] = [];
  for (let nth = 0; nth < LISTS; nth++) {
    const began = performance.now();
    await ask("GET", "/tickets?status=pending&showAll=true");
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  await flood;
  return quantile(times, 0.95);
}
