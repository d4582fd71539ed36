import type { BlockList } from "node:net";
import { readProxies } from "./caller.ts";
import { httpsAddress, type HttpsConfig, type HttpsFlags, readHttps } from "./https_config.ts";

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
  /** The file with the key of the backups, if there is one. */
  backupKey?: string;
  /** Another WhatsApp network, and the authority of its media hosts (PEM file). */
  whatsappUrl: string | undefined;
  whatsappCa: string | undefined;
  /** Another Graph API than Meta's: a simulator. */
  graphUrl?: string;
  /** With it the metrics are shown to others than this machine's own programs. */
  metricsToken?: string;
  /** It speaks https by itself; otherwise plain http on `port`. */
  https?: HttpsConfig;
}

/** A command that could not be carried out, in words for the person who gave it. */
export class BadCommand extends Error {
  /** What the process ends with (docs/operations.md). */
  readonly exit: number = 1;
}

/** One that was written wrongly. */
export class BadUsage extends BadCommand {
  override readonly exit = 2;
}

/** What it is about is not there. */
export class NotThere extends BadCommand {
  override readonly exit = 3;
}

/** Somebody else has the data folder, and cannot be asked. */
export class NotReached extends BadCommand {
  override readonly exit = 4;
}

/** `serve`'s flags as they were typed. */
export interface ServeFlags extends HttpsFlags {
  port?: string;
  host?: string;
  data?: string;
  publicUrl?: string;
  trustedProxy?: string;
  demo?: boolean;
}

/** Reads `serve`'s flags; the environment counts where a flag is missing. */
export function readConfig(flags: ServeFlags, environment: (name: string) => string | undefined): Config {
  // A variable that is set to nothing is not set.
  const env = (name: string) => environment(name) || undefined;
  const port = Number(flags.port ?? env("BALCAO_PORT") ?? 3000);
  if (flags.port === "" || !Number.isInteger(port) || port < 0 || port > 65535) {
    throw new BadUsage("--port takes a number from 0 to 65535");
  }
  const whatsappUrl = env("BALCAO_WHATSAPP_URL");
  if (whatsappUrl && !/^wss?:\/\//.test(whatsappUrl)) {
    throw new BadUsage("BALCAO_WHATSAPP_URL takes a ws:// or wss:// address");
  }
  const graphUrl = env("BALCAO_GRAPH_URL");
  if (graphUrl && !(/^https?:\/\//.test(graphUrl) && URL.canParse(graphUrl))) {
    throw new BadUsage("BALCAO_GRAPH_URL takes an http:// or https:// address");
  }
  const https = readHttps(flags, env, (sentence) => {
    throw new BadUsage(sentence);
  });
  const publicUrl = flags.publicUrl ?? env("BALCAO_PUBLIC_URL") ??
    (https && httpsAddress(https.domains[0]!, https.httpsPort));
  if (publicUrl !== undefined && !(/^https?:\/\/[^/]/.test(publicUrl) && URL.canParse(publicUrl))) {
    throw new BadUsage("--public-url takes an address that begins with http:// or https://");
  }
  const trustedProxies = readProxies(flags.trustedProxy ?? env("BALCAO_TRUSTED_PROXY"));
  if (!trustedProxies) {
    throw new BadUsage("--trusted-proxy takes IP addresses or networks: 127.0.0.1 or 10.0.0.0/8,::1");
  }
  const metricsToken = env("BALCAO_METRICS_TOKEN");
  if (metricsToken !== undefined && !/^\S{16,}$/.test(metricsToken)) {
    throw new BadUsage("BALCAO_METRICS_TOKEN takes at least 16 characters, and no blanks");
  }
  return {
    port,
    host: flags.host ?? env("BALCAO_HOST") ?? "0.0.0.0",
    data: dataFolder(flags.data, environment),
    publicUrl,
    trustedProxies,
    demo: flags.demo === true,
    innerHosts: (env("BALCAO_INNER_HOSTS") ?? "").split(",").map((host) => host.trim()).filter(Boolean),
    backupKey: backupKeyPath(dataFolder(flags.data, environment), environment),
    whatsappUrl,
    whatsappCa: env("BALCAO_WHATSAPP_CA"),
    graphUrl,
    metricsToken,
    https,
  };
}

/**
 * Where the key of a data folder's backups lies: outside of it, or whoever takes the folder has the key to its backups, too,
 * and whoever loses it has lost both.
 */
export function backupKeyPath(data: string, environment: (name: string) => string | undefined): string {
  return environment("BALCAO_BACKUP_KEY") || `${data.replace(/\/+$/, "")}.backup.key`;
}

/** The data folder of any command: its flag, else BALCAO_DATA, else the usual one. */
export function dataFolder(flag: string | undefined, environment: (name: string) => string | undefined): string {
  if (flag === "") throw new BadUsage("--data takes a folder");
  return flag ?? (environment("BALCAO_DATA") || USUAL_FOLDER);
}
