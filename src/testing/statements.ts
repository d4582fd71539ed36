import Database from "libsql";

interface Raw {
  all(bound: unknown[]): unknown[];
  run(bound: unknown[]): unknown;
  get(bound: unknown[]): unknown;
}

type Prepare = (this: unknown, sql: string) => Raw;

/** The statements that are run while `work` goes on, on whatever file of this process, each once, in their order. */
export async function statementsOf(work: () => unknown): Promise<string[]> {
  const prototype = Database.prototype as unknown as { prepare: Prepare };
  const prepare = prototype.prepare, run = new Set<string>();
  prototype.prepare = function (sql) {
    run.add(sql);
    return prepare.call(this, sql);
  };
  try {
    await work();
    return [...run];
  } finally {
    prototype.prepare = prepare;
  }
}
