import { BadUsage } from "../platform/config.ts";
import type { Lead } from "./map.ts";

interface Door {
  port: number;
  isTls: boolean;
  leads: { host: string; server: string }[];
}

/**
 * A configuration of HAProxy that leads each host name to its server. HAProxy gets no certificates by itself: `certificates` is
 * the folder that has one file for each name, chain and key together (HAProxy's manual, 5.1 "crt").
 */
export function haproxyOf(leads: readonly Lead[], { certificates }: { certificates: string }): string {
  const servers = [...new Set(leads.map(({ server }) => server))];
  const doors = doorsOf(leads).map((door) => doorLines(door, servers, certificates));
  const sections = [...DEFAULTS, ...doors, ...servers.map((server) => backendLines(server, servers)), ...NOBODYS];
  return sections.map((lines) => `${lines.join("\n\t")}\n`).join("\n");
}

/**
 * What comes and goes is passed on as it comes, of any size. A line that is silent is left open longer than the product is
 * silent on it: events are asked after each half minute, and an import may be long at work before it answers.
 */
const DEFAULTS = [
  ["global", "user haproxy", "group haproxy"],
  [
    "defaults",
    "mode http",
    "timeout connect 5s",
    "timeout http-request 30s",
    "timeout http-keep-alive 60s",
    "timeout client 5m",
    "timeout server 15m",
    "timeout tunnel 1h",
  ],
];

/** A name that is in no map is not answered by somebody else's desk; on port 80 it may be one that has https. */
const NOBODYS = [
  ["backend nobody", 'http-request return status 421 content-type text/plain string "Misdirected request"'],
  ["backend to_https", "http-request redirect scheme https code 308"],
];

/** Each port that a host name is reached at; plain http leads on to https where a name has that. */
function doorsOf(leads: readonly Lead[]): Door[] {
  const doors = new Map<number, Door>();
  for (const { host, server } of leads) {
    const { name, port, isTls } = partsOf(host);
    const door = doors.get(port) ?? { port, isTls, leads: [] };
    if (door.isTls !== isTls) throw new BadUsage(`Port ${port} is named with https and without it`);
    door.leads.push({ host: name, server });
    doors.set(port, door);
  }
  const secure = doors.get(443);
  if (secure?.isTls && !doors.has(80)) doors.set(80, { port: 80, isTls: false, leads: [] });
  return [...doors.values()].sort((one, other) => one.port - other.port);
}

/** `desk.example`, `http://desk.example:8080` and the like, as a map names them. */
function partsOf(host: string): { name: string; port: number; isTls: boolean } {
  const [, scheme, name = "", port] = /^(https?:\/\/)?([^:]+)(?::(\d+))?$/.exec(host) ?? [];
  const isTls = scheme !== "http://" && port !== "80";
  return { name, port: Number(port ?? (isTls ? 443 : 80)), isTls };
}

function doorLines({ port, isTls, leads }: Door, servers: readonly string[], certificates: string): string[] {
  const tls = ` ssl crt ${certificates.replace(/\/*$/, "/")} alpn h2,http/1.1`;
  return [
    `frontend door_${port}`,
    `bind :${port}${isTls ? tls : ""}`,
    // Whoever says something else about themselves is not believed.
    "http-request set-header X-Forwarded-For %[src]",
    `http-request set-header X-Forwarded-Proto ${isTls ? "https" : "http"}`,
    "http-request del-header Forwarded",
    ...leads.map(({ host, server }) => `acl ${nameOf(server, servers)} req.hdr(host),field(1,:),lower -m str ${host}`),
    ...servers.filter((server) => leads.some((lead) => lead.server === server))
      .map((server) => `use_backend ${nameOf(server, servers)} if ${nameOf(server, servers)}`),
    `default_backend ${port === 80 && !isTls ? "to_https" : "nobody"}`,
  ];
}

function backendLines(server: string, servers: readonly string[]): string[] {
  // A name that nobody knows yet must not keep the others from being served.
  return [`backend ${nameOf(server, servers)}`, `server one ${server} init-addr last,libc,none`];
}

function nameOf(server: string, servers: readonly string[]): string {
  return `balcao_${servers.indexOf(server) + 1}`;
}
