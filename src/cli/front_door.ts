import type { Command } from "commander";
import { BadUsage } from "../platform/config.ts";
import { caddyfileOf } from "../front_door/caddy.ts";
import { haproxyOf } from "../front_door/haproxy.ts";
import { type Lead, readMap } from "../front_door/map.ts";
import { withExamples } from "./act.ts";
import { print } from "./out.ts";
import { textIn } from "./text_in.ts";

/** What stands before several servers, and leads each company's people to its own. */
export function frontDoorCommand(program: Command): void {
  const door = program.command("front-door").description("configurations of what stands before several servers");
  const map = "by a file of host names and servers, a line each: aurora.desk.example 10.0.0.2:3000";
  withExamples(
    asJson(door.command("caddy").argument("<MAP>").description(`prints a Caddyfile ${map}`)),
    "balcao front-door caddy /etc/balcao/companies > /etc/caddy/Caddyfile && systemctl reload caddy",
  ).action(async (path, flags: Flags) => say(await leadsIn(path), caddyfileOf, flags));
  withExamples(
    asJson(
      door.command("haproxy").argument("<MAP>").description(`prints a configuration of HAProxy ${map}`)
        .option("--certificates <folder>", "one file for each name, chain and key together", "/etc/haproxy/certs"),
    ),
    "balcao front-door haproxy /etc/balcao/companies > /etc/haproxy/haproxy.cfg && systemctl reload haproxy",
  ).action(async (path, { certificates, ...flags }: Flags & { certificates: string }) => {
    if (/\s/.test(certificates)) throw new BadUsage("--certificates takes a folder without blanks in its name");
    say(await leadsIn(path), (leads) => haproxyOf(leads, { certificates }), flags);
  });
}

interface Flags {
  json?: boolean;
}

function asJson(command: Command): Command {
  return command.option("--json", "prints it inside of one JSON object, with what leads where");
}

function say(leads: Lead[], configurationOf: (leads: Lead[]) => string, { json }: Flags): void {
  const configuration = configurationOf(leads).trimEnd();
  print(json ? JSON.stringify({ leads, configuration }) : configuration);
}

async function leadsIn(path: string): Promise<Lead[]> {
  return readMap(await textIn(path));
}
