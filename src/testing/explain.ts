import Database from "libsql";

/**
 * How SQLite would go about a statement as a program runs it, with places for its values: a line for each step
 * (sqlite.org/eqp.html). On a connection of its own, which libsql leaves in the middle of the answer.
 */
export function explain(path: string): { planOf(statement: string): string[]; close(): void } {
  const file = new Database(path);
  file.exec("PRAGMA query_only = ON");
  return {
    planOf(statement) {
      const values = Array.from(statement.matchAll(/\?/g), () => null);
      const rows = file.prepare(`explain query plan ${statement}`).all(values) as { detail: string }[];
      return rows.map(({ detail }) => detail);
    },
    close: () => void file.close(),
  };
}
