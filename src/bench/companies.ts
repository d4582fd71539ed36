import { addCompany } from "../companies/companies.ts";
import { Tenants } from "../platform/tenants.ts";
import { aPort } from "../testing/a_port.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { residentMb, start } from "./network.ts";
import { atMost, type Figure } from "./report.ts";

/** Two of them are in every data folder of a test, with the provider's. */
const COMPANIES = 500, THERE_ALREADY = 3;
/** Seconds after which a server is idle, and for which it is then watched. */
const IDLE_AFTER = 60, WATCHED_FOR = 60;
/** Clock ticks a second in /proc (proc_pid_stat(5)). */
const TICKS = 100;

/** Five hundred companies without a linked number: how long a start takes, and what they cost while nothing happens. */
export async function benchCompanies(): Promise<Figure[]> {
  const data = await aDataFolder();
  found(data);
  await startOnce(data);
  const { process, ms } = await startOnce(data, true);
  await pause(IDLE_AFTER);
  const before = cpuSeconds(process.pid), idle = residentMb(process.pid);
  await pause(WATCHED_FOR);
  const cpu = (cpuSeconds(process.pid) - before) / WATCHED_FOR;
  process.kill();
  await process.status;
  await Deno.remove(data, { recursive: true });
  return [
    atMost(`${COMPANIES} companies: from the start to the first answer`, ms / 1000, 5, " s"),
    atMost("… memory when idle", idle, 400, " MB"),
    atMost("… of one core when idle", cpu * 100, 10, " %"),
  ];
}

function found(data: string): void {
  const tenants = new Tenants(data);
  for (let nth = THERE_ALREADY; nth < COMPANIES; nth++) addCompany(tenants, { name: `Empresa ${nth}` }, new Date());
  tenants.close();
}

/** Milliseconds until it answers; the first time the executable unpacks itself. */
async function startOnce(data: string, stays = false): Promise<{ process: Deno.ChildProcess; ms: number }> {
  const port = aPort(), began = performance.now();
  const process = start("executable", data, port, { url: "ws://127.0.0.1:9" });
  while (!await isUp(port)) await new Promise((resolve) => setTimeout(resolve, 5));
  const ms = performance.now() - began;
  if (!stays) {
    process.kill();
    await process.status;
  }
  return { process, ms };
}

async function isUp(port: number): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/api/health`).then(
    (answer) => answer.body?.cancel().then(() => answer.ok) ?? answer.ok,
    () => false,
  );
}

/** What a process has used of the processor, in both modes. */
function cpuSeconds(pid: number): number {
  const after = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ")[1]!.split(" ");
  return (Number(after[11]) + Number(after[12])) / TICKS;
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
