import { milliseconds } from "date-fns/milliseconds";
import { lifeOf, readKept } from "../../https/kept_certificate.ts";
import { keysFrom } from "../../platform/keys.ts";
import type { Check } from "../check.ts";
import { spanText, statOf } from "../files.ts";
import { bad, type Found, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";

/** ms before its end at which a certificate should have been renewed long ago, and at which it is urgent. */
const NEAR = milliseconds({ days: 14 }), VERY_NEAR = milliseconds({ days: 3 });
/** ms that the server may take to answer itself. */
const PATIENCE = 3000;

const OPEN_80 = "See that the names lead to this machine and that its port 80 is open to the internet";

export const certificate: Check = {
  name: "certificate",
  fine: "The certificate is good, or somebody else's matter",
  look(patient) {
    const { until, failure } = patient.running ? patient.running.certificate?.() ?? {} : kept(patient);
    const found = failure === undefined ? [] : [unrenewed(failure, until !== undefined)];
    if (until === undefined || until - patient.now > NEAR) return found;
    const left = until - patient.now;
    const says = left > 0
      ? `The certificate ends in ${spanText(left)}`
      : `The certificate ended ${spanText(-left)} ago`;
    const say = left > VERY_NEAR ? warning : bad;
    return [...found, say({ what: "certificate_ends", facts: { ms: left }, says, todo: OPEN_80 })];
  },
};

/** Where there is none yet, nobody is served. */
function unrenewed(why: string, hasOne: boolean): Found {
  const says = hasOne
    ? `No new certificate can be had: ${why}`
    : `There is no certificate, and none can be had: ${why}`;
  const todo = `${OPEN_80}, and that this machine reaches the authority`;
  return (hasOne ? warning : bad)({ what: "certificate_failing", facts: { why }, says, todo });
}

/** What lies in the folder, where nobody serves it. */
function kept({ folder }: Patient): { until?: number; failure?: string } {
  if (statOf(`${folder}/server.certificate`) === undefined || statOf(`${folder}/server.key`)?.size !== 32) return {};
  const had = readKept(folder, keysFrom(Deno.readFileSync(`${folder}/server.key`)))?.certificate;
  return had ? { until: lifeOf(had).until } : {};
}

/** Whether browsers come by https, and whether the server answers at its port. */
export const address: Check = {
  name: "address",
  fine: "The server answers, at an address that others can use",
  asksServer: true,
  async look({ running }) {
    if (!running) return [];
    const { config: { publicUrl, https }, address } = running;
    return [...plain(publicUrl), ...(https ? [] : await deaf(address))];
  },
};

function plain(publicUrl: string | undefined): Found[] {
  if (publicUrl === undefined) return [];
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:" || isOfThisMachine(hostname)) return [];
  const says = `${publicUrl} is not https: passwords go over the network for all to read`;
  const todo = "Serve with --domain, or behind a proxy that speaks https";
  return [warning({ what: "address_plain", facts: { address: publicUrl }, says, todo })];
}

function isOfThisMachine(hostname: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

async function deaf(address: string): Promise<Found[]> {
  try {
    const answer = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(PATIENCE) });
    await answer.body?.cancel();
    return [];
  } catch (error) {
    const why = (error as Error).message, says = `The server does not answer at ${address}: ${why}`;
    const todo = "See whether a firewall or another program has the port, then start balcao serve anew";
    return [bad({ what: "port_deaf", facts: { address, why }, says, todo })];
  }
}
