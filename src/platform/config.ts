import { parseArgs } from "node:util";

export interface Config {
  port: number;
  host: string;
  /** Where the companies' folders lie. */
  data: string;
  /** The address that browsers use, when it is not this machine's own. */
  publicUrl: string | undefined;
  demo: boolean;
  /** Another WhatsApp network, and the authority of its media hosts (PEM file). */
  whatsappUrl: string | undefined;
  whatsappCa: string | undefined;
}

/** A mistake on the command line, in words for the person who made it. */
export class BadCommand extends Error {}

/** Reads `serve`'s flags; the environment counts where a flag is missing. */
export function readConfig(args: string[], environment: (name: string) => string | undefined): Config {
  const { values } = parsed(args);
  // A variable that is set to nothing is not set.
  const env = (name: string) => environment(name) || undefined;
  const port = Number(values.port ?? env("BALCAO_PORT") ?? 3000);
  if (values.port === "" || !Number.isInteger(port) || port < 0 || port > 65535) {
    throw new BadCommand("--port takes a number from 0 to 65535");
  }
  const whatsappUrl = env("BALCAO_WHATSAPP_URL");
  if (whatsappUrl && !/^wss?:\/\//.test(whatsappUrl)) {
    throw new BadCommand("BALCAO_WHATSAPP_URL takes a ws:// or wss:// address");
  }
  const publicUrl = values["public-url"] ?? env("BALCAO_PUBLIC_URL");
  if (publicUrl !== undefined && !/^https?:\/\/[^/]/.test(publicUrl)) {
    throw new BadCommand("--public-url takes an address that begins with http:// or https://");
  }
  return {
    port,
    host: values.host ?? env("BALCAO_HOST") ?? "0.0.0.0",
    data: values.data ?? env("BALCAO_DATA") ?? "./tenants",
    publicUrl,
    demo: values.demo === true,
    whatsappUrl,
    whatsappCa: env("BALCAO_WHATSAPP_CA"),
  };
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
        demo: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new BadCommand((error as Error).message);
  }
}
