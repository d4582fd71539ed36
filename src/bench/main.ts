import { benchCampaigns } from "./campaigns.ts";
import { benchDesk } from "./desk.ts";
import { benchFiles } from "./files.ts";
import { benchIncoming } from "./incoming.ts";
import { benchIntegrations } from "./integrations.ts";
import { benchMemory } from "./memory.ts";
import { benchProvider } from "./provider.ts";
import { benchReading } from "./reading.ts";
import { type Figure, print } from "./report.ts";

const BENCHES: Record<string, () => Promise<Figure[]>> = {
  reading: benchReading,
  incoming: benchIncoming,
  memory: benchMemory,
  files: benchFiles,
  desk: benchDesk,
  provider: benchProvider,
  campaigns: benchCampaigns,
  integrations: benchIntegrations,
};

/** `make bench`: every figure, or those named on the command line. */
const wanted = Deno.args.length > 0 ? Deno.args : Object.keys(BENCHES);
const figures: Figure[] = [];
for (const name of wanted) figures.push(...await BENCHES[name]!());
print(figures);
Deno.exit(0);
