import type { Company, Write } from "../platform/company.ts";

interface Waiting {
  work: (db: Write) => void;
  done: () => void;
  failed: (error: unknown) => void;
}

/** What comes in one moment is written in one transaction: a commit costs as much for one notice as for a hundred. */
export class Together {
  readonly #waiting = new Map<Company, Waiting[]>();

  write(company: Company, work: (db: Write) => void): Promise<void> {
    return new Promise((done, failed) => {
      const waiting = this.#waiting.get(company);
      if (waiting) return void waiting.push({ work, done, failed });
      this.#waiting.set(company, [{ work, done, failed }]);
      setTimeout(() => this.#writeAll(company), 0);
    });
  }

  #writeAll(company: Company): void {
    const waiting = this.#waiting.get(company) ?? [];
    this.#waiting.delete(company);
    try {
      company.write((db) => waiting.forEach(({ work }) => work(db)));
      for (const { done } of waiting) done();
    } catch (error) {
      for (const { failed } of waiting) failed(error);
    }
  }
}
