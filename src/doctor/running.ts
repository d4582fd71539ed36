import type { Tenants } from "../platform/tenants.ts";
import type { Running } from "./patient.ts";

const servers = new WeakMap<Tenants, Running>();

/** From now on this server serves its folder. */
export function noteRunning(running: Running): void {
  servers.set(running.tenants, running);
}

/** The server that serves a folder; nothing while it is opened without one. */
export function runningIn(tenants: Tenants): Running | undefined {
  return servers.get(tenants);
}
