import type { Tenants } from "../platform/tenants.ts";
import type { Patient } from "./patient.ts";
import { runningIn } from "./running.ts";

type Asked = Pick<Patient, "isDeep" | "online" | "keyPath">;

/** A folder as the process knows it that has opened it. */
export function patientOf(tenants: Tenants, asked: Asked, now = Date.now()): Patient {
  const running = runningIn(tenants);
  return {
    ...asked,
    ...{ folder: tenants.folder, version: running?.version ?? "", now, proc: "/proc/self", running },
    keyPath: running?.config.backupKey ?? asked.keyPath,
    read: (id) =>
      id !== 0 ? tenants.company(id).read : tenants.outage === undefined ? tenants.provider.read : undefined,
  };
}
