import { milliseconds } from "date-fns/milliseconds";
import { Gauge, type Registry } from "prom-client";
import { ownedKey } from "../backups/key_print.ts";
import { runningIn } from "../doctor/running.ts";
import type { Tenants } from "../platform/tenants.ts";

const SECOND = milliseconds({ seconds: 1 }), DAY = milliseconds({ days: 1 });

/** What backups are worth, by the number of their place (`balcao backup list`), and the certificate; read anew by what is answered. */
export function backupGauges(tenants: Tenants, registers: Registry[]): (now?: number) => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `balcao_backup_${name}`, help, labelNames: ["place"], registers });
  const age = gauge("age_seconds", "How long ago what a place lacks was written, of whichever company; 0 = it has all");
  const objects = gauge("backlog_objects", "Pieces that a place lacks");
  const bytes = gauge("backlog_bytes", "Bytes that a place lacks");
  const taken = gauge("claimed", "1 = another installation has the place, and nothing goes there any more");
  const emptied = gauge("emptied", "1 = nothing of what was brought to a place is there, and nothing goes there");
  const proven = gauge(
    "proven_age_seconds",
    "How old the newest state is up to which every company was shown to be restorable; none while one never was",
  );
  const failed = gauge("failed_proofs", "Companies whose last try to restore them from a place went wrong");
  const untaken = new Gauge({
    name: "balcao_backup_untaken_companies",
    help:
      "Companies of which something is written that cannot be taken for any place, the provider's own file among them",
    registers,
  });
  const stopped = new Gauge({
    name: "balcao_backup_stopped",
    help: "1 = there are places with backups, and none are made: their key is not on the server",
    registers,
  });
  const days = new Gauge({ name: "balcao_certificate_days", help: "Days until the certificate ends", registers });
  return (now = Date.now()) => {
    for (const one of [age, objects, bytes, taken, emptied, proven, failed]) one.reset();
    days.remove();
    const running = runningIn(tenants);
    const isServed = tenants.outage === undefined;
    stopped.set(running && !running.backups && isServed && ownedKey(tenants.provider.read) ? 1 : 0);
    untaken.set(running?.backups?.untaken().filter(({ why }) => why !== null).length ?? 0);
    for (const { id, backlog, claimed, emptiedAt, oldestProven, proofs } of running?.backups?.status() ?? []) {
      const place = { place: String(id) }, secondsSince = (at: number) => Math.max(0, (now - at) / SECOND);
      const since = claimed?.at ?? backlog.since;
      age.set(place, since === null ? 0 : secondsSince(since));
      taken.set(place, claimed === null ? 0 : 1);
      emptied.set(place, emptiedAt === null ? 0 : 1);
      objects.set(place, backlog.objects);
      bytes.set(place, backlog.bytes);
      if (oldestProven !== null) proven.set(place, secondsSince(oldestProven));
      failed.set(place, proofs.filter(({ fault }) => fault !== null).length);
    }
    const until = running?.certificate?.().until;
    if (until !== undefined) days.set((until - now) / DAY);
  };
}
