import { Buffer } from "node:buffer";
import { type SQL, sql } from "drizzle-orm";
import { ruleOf, type SettingKey, SETTINGS } from "../contract/settings.ts";
import { inTransaction } from "../platform/company.ts";
import type { DbFile } from "../platform/db.ts";
import type { Keys } from "../platform/keys.ts";

interface SealedColumn {
  table: string;
  column: string;
  /** What tells its rows apart. */
  keys: readonly string[];
  /** As base64 in a text, and which rows; a blob in every row where this is left out. */
  isText?: true;
  where?: string;
}

const SECRET_SETTINGS = (Object.keys(SETTINGS) as SettingKey[]).filter((key) => ruleOf(key).isSecret);

/** Every column of a company's file that is sealed with its server's key. */
export const SEALED: readonly SealedColumn[] = [
  { table: "whatsapp_auth", column: "value", keys: ["connection_id", "type", "id"] },
  { table: "graph_accounts", column: "token", keys: ["connection_id"] },
  { table: "connections", column: "token", keys: ["id"] },
  { table: "webhooks", column: "secret", keys: ["id"] },
  { table: "webhooks", column: "old_secret", keys: ["id"] },
  {
    ...{ table: "settings", column: "value", keys: ["key"], isText: true },
    where: `key in (${SECRET_SETTINGS.map((key) => `'${key}'`).join(", ")})`,
  },
];

/** One value in clear, as base64: of which column, and of which row. */
export type OpenValue = [place: number, row: (number | string)[], value: string];

/** So many are read, sent or written at once. */
const PAGE = 400;

/** What is sealed in a file, page by page; others have their turn in between. */
export async function* openedValues(file: DbFile, keys: Pick<Keys, "unseal">): AsyncGenerator<OpenValue[]> {
  for (const [place, column] of SEALED.entries()) {
    let after: (number | string)[] | undefined;
    for (let rows = pageOf(file, column); rows.length > 0; rows = pageOf(file, column, after)) {
      after = rows.at(-1)!.row;
      yield rows.map(({ row, sealed }): OpenValue => [
        place,
        row,
        Buffer.from(keys.unseal(sealed)).toString("base64"),
      ]);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
}

function pageOf(file: DbFile, { table, column, keys, isText, where }: SealedColumn, after?: (number | string)[]) {
  const key = sql.raw(`(${keys.join(", ")})`);
  const beyond = after ? sql`${key} > (${sql.join(after.map((each) => sql`${each}`), sql`, `)})` : sql`1`;
  const rows = file.db.all<Record<string, number | string | ArrayBuffer>>(
    sql`select ${sql.raw(keys.join(", "))}, ${sql.raw(column)} as sealed from ${sql.raw(table)}
      where length(${sql.raw(column)}) > 0 and ${sql.raw(where ?? "1")} and ${beyond}
      order by ${sql.raw(keys.join(", "))} limit ${sql.raw(String(PAGE))}`,
  );
  return rows.map((row) => ({
    row: keys.map((name) => row[name] as number | string),
    sealed: isText ? Buffer.from(row.sealed as string, "base64") : Buffer.from(row.sealed as ArrayBuffer),
  }));
}

/** Seals them in a copy of the file as another server keeps them. */
export async function sealValues(
  file: DbFile,
  keys: Pick<Keys, "seal">,
  values: readonly OpenValue[],
): Promise<void> {
  for (let at = 0; at < values.length; at += PAGE) {
    inTransaction(file, () => values.slice(at, at + PAGE).forEach((each) => sealOne(file, keys, each)));
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function sealOne({ db }: DbFile, keys: Pick<Keys, "seal">, [place, row, open]: OpenValue): void {
  const { table, column, keys: names, isText } = SEALED[place]!;
  const sealed = Buffer.from(keys.seal(Buffer.from(open, "base64")));
  const isIt = names.map((name, nth): SQL => sql`${sql.raw(name)} = ${row[nth]!}`);
  db.run(
    sql`update ${sql.raw(table)} set ${sql.raw(column)} = ${isText ? sealed.toString("base64") : sealed}
      where ${sql.join(isIt, sql` and `)}`,
  );
}
