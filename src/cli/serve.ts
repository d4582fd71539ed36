import type { Command } from "commander";
import { readConfig, type ServeFlags } from "../platform/config.ts";
import { log, logToStderr } from "../platform/log.ts";
import { VERSION } from "../root.ts";
import { withExamples } from "./act.ts";
import { print } from "./out.ts";

export function serveCommand(program: Command): void {
  const serve = program.command("serve").description("serves a data folder until it is stopped");
  withExamples(
    serveOptions(serve, "the data folder; else BALCAO_DATA, else ./tenants")
      .option("--demo", "two companies, a pretend WhatsApp and a pretend Meta")
      .option("--json", "says in one JSON object where it serves, once it does; its log goes to stderr"),
    "balcao serve --domain desk.example.com --acme-email you@example.com",
    "balcao serve --public-url https://desk.example --trusted-proxy 127.0.0.1",
  ).action(serveUntilStopped);
}

/** How a server is reached, for whatever starts one. */
export function serveOptions(command: Command, data: string): Command {
  return command
    .option("--port <number>", "3000 unless said; or BALCAO_PORT")
    .option("--host <address>", "of this machine, on which to listen: 0.0.0.0 unless said; or BALCAO_HOST")
    .option("--data <folder>", data)
    .option("--public-url <address>", "that browsers use: https://…; or BALCAO_PUBLIC_URL")
    .option("--trusted-proxy <addresses>", "whose X-Forwarded-For, -Proto and -Host count; or BALCAO_TRUSTED_PROXY")
    .option("--domain <name>", "speaks https by itself under this name; may be said several times", several)
    .option("--acme-email <address>", "where the certificate's authority writes when something is wrong")
    .option("--acme-directory <address>", "of another authority than Let's Encrypt")
    .option("--http-port <number>", "with --domain: leads to https; 80 unless said")
    .option("--https-port <number>", "with --domain: 443 unless said");
}

function several(name: string, before: string[] = []): string[] {
  return [...before, name];
}

async function serveUntilStopped({ json, ...flags }: ServeFlags & { json?: boolean }): Promise<void> {
  if (json) logToStderr({ isServers: true });
  const config = readConfig(flags, (name) => Deno.env.get(name));
  // What one connection's library forgets to catch must not end all companies.
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    log.error("Something failed that nobody waited for", { error: event.reason });
  });
  // Loaded here only, so that the other commands start at once.
  const server = config.demo
    ? await (await import("../demo/play.ts")).serveDemo(config)
    : await (await import("../app/serve.ts")).serve(config);
  const stop = async () => {
    await server.stop();
    Deno.exit(0);
  };
  Deno.addSignalListener("SIGTERM", stop);
  Deno.addSignalListener("SIGINT", stop);
  // Whoever reads that it serves may stop it.
  if (json) {
    const { address, setUpSecret: secret, tenants } = server, here = config.publicUrl ?? address;
    const { setUpAddress } = await import("../set_up/address.ts");
    const setUp = secret === undefined ? null : setUpAddress(here, secret);
    print(JSON.stringify({ version: VERSION, address: here, data: Deno.realPathSync(tenants.folder), setUp }));
  }
}
