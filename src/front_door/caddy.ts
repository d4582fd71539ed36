import type { Lead } from "./map.ts";

/** A Caddyfile that leads each host name to its server; Caddy gets the certificates and passes on sockets by itself. */
export function caddyfileOf(leads: readonly Lead[]): string {
  const servers = [...new Set(leads.map(({ server }) => server))];
  return servers.map((server) => {
    const hosts = leads.filter((lead) => lead.server === server).map(({ host }) => host);
    return `${hosts.join(",\n")} {\n\treverse_proxy ${server}\n}\n`;
  }).join("\n");
}
