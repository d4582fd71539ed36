import { readConfig } from "../platform/config.ts";
import { log } from "../platform/log.ts";

export async function serveVerb(args: string[]): Promise<void> {
  const config = readConfig(args, (name) => Deno.env.get(name));
  // What one connection's library forgets to catch must not end all companies.
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    log.error("Something failed that nobody waited for", { error: event.reason });
  });
  // Loaded here only, so that the other verbs start at once.
  const server = config.demo
    ? await (await import("../demo/play.ts")).serveDemo(config)
    : await (await import("../app/serve.ts")).serve(config);
  const stop = async () => {
    await server.stop();
    Deno.exit(0);
  };
  Deno.addSignalListener("SIGTERM", stop);
  Deno.addSignalListener("SIGINT", stop);
}
