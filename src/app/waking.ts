import type { Company } from "../platform/company.ts";

/**
 * So many files stay open while all are gone through: what a process has needed once it does not give back, and whom nobody
 * calls needs nothing.
 */
export const OPEN_AT_START = 40;

/**
 * Which companies somebody has looked at since the start. Afterwards each job knows when it next has to do with them, and
 * those with nothing to do stay closed: there may be many more of them than files that are open.
 */
export class Waking {
  readonly #awake = new WeakSet<Company>();

  isAwake(company: Company): boolean {
    return this.#awake.has(company);
  }

  /** Does the work for each that is not awake yet; others have their turn in between. */
  async wake(companies: readonly Company[], work: (company: Company) => void): Promise<void> {
    for (const company of companies) {
      if (this.#awake.has(company)) continue;
      this.#awake.add(company);
      work(company);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
}
