/** A statement that takes longer than this (ms) is slow: nothing else is done meanwhile. */
export const SLOW = 200;
/** So many are remembered, of all companies. */
const REMEMBERED = 500;

export interface SlowStatement {
  /** When it ended (ms). */
  at: number;
  /** 0 = the provider's file. */
  companyId: number;
  /** What it does with which table: `select messages`. Never its values. */
  name: string;
  /** How long it took. */
  ms: number;
}

/** The slow statements of late. */
export class SlowStatements {
  #all: SlowStatement[] = [];

  note(companyId: number, sql: string, ms: number): void {
    const name = nameOf(sql);
    if (name !== undefined) this.#all = [...this.#all.slice(1 - REMEMBERED), { at: Date.now(), companyId, name, ms }];
  }

  /** Those since then (ms). */
  since(from: number): SlowStatement[] {
    return this.#all.filter(({ at }) => at >= from);
  }
}

/** Nothing for what is none of the product's questions, such as a check of a whole file. */
function nameOf(sql: string): string | undefined {
  const verb = /^\s*(?:with\b[^]*?\)\s*)?(select|insert|update|delete)\b/i.exec(sql)?.[1]?.toLowerCase();
  const table = /\b(?:from|into|update)\s+"?([a-z_]\w*)/i.exec(sql)?.[1];
  return verb && [verb, table].filter(Boolean).join(" ");
}
