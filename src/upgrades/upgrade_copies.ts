import { linesOf } from "../platform/lines.ts";
import { migrationsOf } from "../platform/migrate.ts";
import { makePrivately } from "../platform/private_files.ts";
import { Order, type Outcome } from "./orders.ts";
import { holdAsCopier } from "./sweep.ts";
import { upgradeCopy } from "./upgrade_copy.ts";

const LONGEST = 16_384;

/**
 * Makes upgraded copies of files, in a process of its own: it is told an order a line on stdin, and says an outcome a line.
 * Nobody waits for it, and whatever a file does to it, no other comes to harm. The folder is the one whose files they are,
 * or nothing where they are copies already.
 */
export async function upgradeAloud(folder: string | undefined): Promise<void> {
  makePrivately();
  if (folder) holdAsCopier(folder);
  for await (const line of linesOf(Deno.stdin.readable, LONGEST)) {
    const order = Order.parse(JSON.parse(line));
    console.log(JSON.stringify({ id: order.id, ...outcomeOf(order) } satisfies Outcome));
  }
}

function outcomeOf({ kind, path, copy }: Order): Omit<Outcome, "id"> {
  try {
    return upgradeCopy({ path, copy, kind, migrations: migrationsOf(kind) });
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

if (import.meta.main) await upgradeAloud(Deno.args[0]);
