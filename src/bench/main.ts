import { benchCampaigns } from "./campaigns.ts";
import { benchCompanies } from "./companies.ts";
import { benchCrowd } from "./crowd.ts";
import { benchDesk } from "./desk.ts";
import { benchDisk } from "./disk.ts";
import { benchFiles } from "./files.ts";
import { benchGraph } from "./graph.ts";
import { benchIncoming } from "./incoming.ts";
import { benchIntegrations } from "./integrations.ts";
import { benchMemory } from "./memory.ts";
import { endAll } from "./network.ts";
import { benchPhone } from "./phone.ts";
import { benchProvider } from "./provider.ts";
import { benchReading } from "./reading.ts";
import { benchRestore } from "./restore.ts";
import { benchWidget } from "./widget.ts";
import { type Figure, print } from "./report.ts";
import { benchSpeed } from "./speed.ts";

const BENCHES: Record<string, () => Promise<Figure[]>> = {
  reading: benchReading,
  speed: benchSpeed,
  incoming: benchIncoming,
  disk: benchDisk,
  restore: benchRestore,
  memory: benchMemory,
  companies: benchCompanies,
  files: benchFiles,
  desk: benchDesk,
  crowd: benchCrowd,
  provider: benchProvider,
  campaigns: benchCampaigns,
  integrations: benchIntegrations,
  widget: benchWidget,
  graph: benchGraph,
  phone: benchPhone,
};

/** `make bench`: every figure, or those named on the command line; of one that fails it says so, and goes on. Each is printed as it comes. */
const wanted = Deno.args.length > 0 ? Deno.args : Object.keys(BENCHES);
const failed: string[] = [];
for (const name of wanted) {
  const since = Date.now();
  try {
    const figures = await BENCHES[name]!();
    console.log(`— ${name}, ${Math.round((Date.now() - since) / 1000)} s`);
    print(figures);
  } catch (error) {
    console.log(`— ${name} failed:`, error);
    failed.push(name);
  }
  endAll();
}
if (failed.length > 0) console.log(`FAILED: ${failed.join(", ")}`);
Deno.exit(failed.length > 0 ? 1 : 0);
