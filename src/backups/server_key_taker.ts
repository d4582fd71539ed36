import { PROVIDER, SERVER_KEY } from "./keys.ts";
import type { Taking } from "./taking.ts";
import { logTakenAgain, logUntaken, type Untaken, whyUntaken } from "./untaken.ts";

/** Takes the key of the server, which everything that is sealed in the files needs. It never changes. */
export class ServerKeyTaker {
  #untaken: Untaken | undefined;

  constructor(readonly taking: Taking) {}

  /** What could not be taken of it. */
  get untaken(): Untaken | undefined {
    return this.#untaken;
  }

  take(): void {
    const { ledger, now, targets } = this.taking, spool = "server.key", { since } = this.#untaken ?? {};
    const about = { companyId: PROVIDER, bytes: 32 };
    try {
      const key = Deno.readFileSync(`${ledger.folder}/server.key`);
      Deno.writeFileSync(`${ledger.spool}/${spool}`, key, { mode: 0o600 });
      ledger.add({ ...about, key: SERVER_KEY, takenAt: now(), source: { spool } }, targets());
      this.#untaken = undefined;
      if (since !== undefined) logTakenAgain(PROVIDER, since);
    } catch (error) {
      if (since === undefined) logUntaken(PROVIDER, error);
      this.#untaken = { ...about, objects: 1, since: since ?? now(), why: whyUntaken(error, ledger) };
    }
  }
}
