import { BadUsage } from "../platform/config.ts";

/** A host name that leads to a company, and the server that has the company: 10.0.0.2:3000 */
export interface Lead {
  host: string;
  server: string;
}

/** As Caddy names a site: desk.example, or http://desk.example:8080 for one without a certificate. */
const HOST = /^(https?:\/\/)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;
const SERVER = /^(\[[0-9a-f:]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?):\d{1,5}$/;

/** Reads which host name leads where: a line each, with `#` before what is for people. A BadUsage names the line that is wrong. */
export function readMap(text: string): Lead[] {
  const leads: Lead[] = [];
  for (const [nth, line] of text.split(/\r?\n/).entries()) {
    const words = line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) continue;
    const [host = "", server = ""] = words;
    if (words.length !== 2 || !HOST.test(host) || !SERVER.test(server) || ![host, server].every(hasPort)) {
      throw new BadUsage(`Line ${nth + 1} is not like: aurora.desk.example 10.0.0.2:3000`);
    }
    if (leads.some((lead) => lead.host === host)) throw new BadUsage(`Line ${nth + 1} names ${host} a second time`);
    leads.push({ host, server });
  }
  if (leads.length === 0) throw new BadUsage("It names no host yet: aurora.desk.example 10.0.0.2:3000");
  return leads;
}

/** What is behind the last colon, if anything, is a port (RFC 793: 16 bits). */
function hasPort(address: string): boolean {
  const port = /:(\d+)$/.exec(address)?.[1];
  return port === undefined || (Number(port) > 0 && Number(port) <= 65_535);
}
