import * as z from "zod/mini";
import { linesOf } from "../platform/lines.ts";
import { makePrivately } from "../platform/private_files.ts";
import { reconcile } from "../restoring/reconcile.ts";
import type { Outcome } from "./orders.ts";

/** An old file that is to be a company's again. */
export const BringBack = z.object({
  id: z.int(),
  /** The old file, and the one that it takes the place of, which nobody has open. */
  path: z.string(),
  newest: z.string(),
  /** Users of the company who may log in. */
  people: z.array(z.int()),
  /** When the old file was the company's last (ms). */
  moment: z.int(),
});
export type BringBack = z.infer<typeof BringBack>;

const LONGEST = 1_048_576;

/**
 * Makes old files such that can be worked with again: with the newest keys of their lines, with what has left since marked
 * so, and all else that waits held. It is told an order a line on stdin, and says an outcome a line. The version whose files
 * they are does it: it alone knows all that is in them.
 */
export async function bringBackAloud(): Promise<void> {
  makePrivately();
  for await (const line of linesOf(Deno.stdin.readable, LONGEST)) {
    const order = BringBack.parse(JSON.parse(line));
    console.log(JSON.stringify({ id: order.id, fault: faultOf(order) } satisfies Outcome));
  }
}

function faultOf({ path, newest, people, moment }: BringBack): string | undefined {
  try {
    reconcile(path, { newest, people, why: "restore", moment, now: Date.now() });
  } catch (error) {
    return (error as Error).message;
  }
}
