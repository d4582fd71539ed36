import type { BlockList } from "node:net";
import { parseArgs } from "node:util";
import { readProxies } from "./caller.ts";

/** Where the companies lie when nobody says it: the same for every command. */
export const USUAL_FOLDER = "./tenants";

export interface Config {
  port: number;
  host: string;
  /** Where the companies' folders lie. */
  data: string;
  /** The address that browsers use, when it is not this machine's own. */
  publicUrl: string | undefined;
  /** Proxies whose word about the caller, `X-Forwarded-For` and the like, counts; nobody's unless it is set. */
  trustedProxies?: BlockList;
  demo: boolean;
  /** Hosts of the inner network that companies may name as their billing systems; none unless it is set. */
  innerHosts?: string[];
  /** Another WhatsApp network, and the authority of its media hosts (PEM file). */
  whatsappUrl: string | undefined;
  whatsappCa: string | undefined;
}

/** A command that could not be carried out, in words for the person who gave it. */
export class BadCommand extends Error {}

/** One that was written wrongly. */
export class BadUsage extends BadCommand {}

/** Reads `serve`'s flags; the environment counts where a flag is missing. */
export function readConfig(args: string[], environment: (name: string) => string | undefined): Config {
  const { values } = parsed(args);
  // A variable that is set to nothing is not set.
  const env = (name: string) => environment(name) || undefined;
  const port = Number(values.port ?? env("BALCAO_PORT") ?? 3000);
  if (values.port === "" || !Number.isInteger(port) || port < 0 || port > 65535) {
    throw new BadUsage("--port takes a number from 0 to 65535");
  }
  const whatsappUrl = env("BALCAO_WHATSAPP_URL");
  if (whatsappUrl && !/^wss?:\/\//.test(whatsappUrl)) {
    throw new BadUsage("BALCAO_WHATSAPP_URL takes a ws:// or wss:// address");
  }
  const publicUrl = values["public-url"] ?? env("BALCAO_PUBLIC_URL");
  if (publicUrl !== undefined && !(/^https?:\/\/[^/]/.test(publicUrl) && URL.canParse(publicUrl))) {
    throw new BadUsage("--public-url takes an address that begins with http:// or https://");
  }
  const trustedProxies = readProxies(values["trusted-proxy"] ?? env("BALCAO_TRUSTED_PROXY"));
  if (!trustedProxies) {
    throw new BadUsage("--trusted-proxy takes IP addresses or networks: 127.0.0.1 or 10.0.0.0/8,::1");
  }
  return {
    port,
    host: values.host ?? env("BALCAO_HOST") ?? "0.0.0.0",
    data: dataFolder(values.data, environment),
    publicUrl,
    trustedProxies,
    demo: values.demo === true,
    innerHosts: (env("BALCAO_INNER_HOSTS") ?? "").split(",").map((host) => host.trim()).filter(Boolean),
    whatsappUrl,
    whatsappCa: env("BALCAO_WHATSAPP_CA"),
  };
}

/** The data folder of any command: its flag, else BALCAO_DATA, else the usual one. */
export function dataFolder(flag: string | undefined, environment: (name: string) => string | undefined): string {
  if (flag === "") throw new BadUsage("--data takes a folder");
  return flag ?? (environment("BALCAO_DATA") || USUAL_FOLDER);
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: "string" },
        host: { type: "string" },
        data: { type: "string" },
        "public-url": { type: "string" },
        "trusted-proxy": { type: "string" },
        demo: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new BadUsage((error as Error).message);
  }
}
