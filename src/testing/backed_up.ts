import { onTestFinished, vi } from "vitest";
import { Backups } from "../backups/backups.ts";
import { newRecoveryKey } from "../backups/recovery_key.ts";
import type { TargetPlace } from "../backups/targets/place.ts";
import { addTarget } from "../backups/targets/targets.ts";
import { messageTable } from "../messages/table.ts";
import { Tenants } from "../platform/tenants.ts";
import { aDataFolder, aTicket } from "./fixtures.ts";

/** A data folder whose companies are backed up to these places; the clock is moved by hand. */
export async function aBackedUp(...places: TargetPlace[]) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T14:00:00Z") });
  const data = await aDataFolder(), tenants = new Tenants(data), key = newRecoveryKey();
  for (const place of places) await addTarget(tenants, place);
  vi.advanceTimersByTime(1000);
  const backups = new Backups(tenants, key);
  tenants.checkAll();
  let isServed = true;
  const stop = async () => {
    if (!isServed) return;
    isServed = false;
    tenants.close();
    await backups.close(0);
  };
  onTestFinished(async () => {
    await stop();
    vi.useRealTimers();
    await Deno.remove(data, { recursive: true });
  });
  const company = tenants.company(2);
  return {
    data,
    tenants,
    backups,
    company,
    key,
    stop,
    /** A customer of Aurora writes. */
    write(body: string): void {
      company.write((db) => {
        const { id: ticketId, contactId } = aTicket(db);
        const who = { ticketId, contactId, connectionId: 1, chat: "", fromMe: false, kind: "text" } as const;
        db.insert(messageTable).values({ ...who, wid: crypto.randomUUID(), body, createdAt: Date.now() }).run();
      });
    },
    /** Some time (ms) later all that was written is at the targets. */
    async later(ms = 1000): Promise<void> {
      vi.advanceTimersByTime(ms);
      await backups.bringAll();
    },
    /** The next night: what is done by then. */
    async night(): Promise<void> {
      const midnight = new Date(Date.now()).setHours(24, 0, 0, 0);
      // It is quiet now, whatever the installation.
      vi.setSystemTime(midnight + 4.5 * 3_600_000 - 30_000);
      await backups.bringAll();
      await backups.nightly.tend();
    },
    proofOf: (companyId = 2, nth = 0) => backups.status()[nth]!.proofs.find((proof) => proof.companyId === companyId),
  };
}
