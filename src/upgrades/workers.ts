import { linesOf } from "../platform/lines.ts";
import { Outcome } from "./orders.ts";

/** What is wanted of one file. */
interface Order {
  id: number;
}

/** Works on files, and says what became of each; one order after the other. */
export interface Worker<O extends Order = Order> {
  carryOut(order: O): Promise<Outcome>;
  end(): Promise<void>;
}

const LONGEST = 65_536;

/** A process that works on files as it is told, a line each; one that dies over a file is named as that file's fault, and another is started. */
export function startWorking<O extends Order>(spawn: () => Deno.ChildProcess): Worker<O> {
  let running: Running | undefined;
  return {
    async carryOut(order) {
      running ??= run(spawn());
      try {
        return await running.ask(order);
      } catch (error) {
        await running.end();
        running = undefined;
        return { id: order.id, fault: (error as Error).message };
      }
    },
    end: async () => await running?.end(),
  };
}

interface Running {
  ask(order: Order): Promise<Outcome>;
  end(): Promise<void>;
}

function run(process: Deno.ChildProcess): Running {
  const writer = process.stdin.getWriter(), lines = linesOf(process.stdout, LONGEST);
  const complaint = new Response(process.stderr).text();
  return {
    async ask(order) {
      await writer.write(new TextEncoder().encode(`${JSON.stringify(order)}\n`));
      const { value, done } = await lines.next();
      if (!done) return Outcome.parse(JSON.parse(value));
      const { code, signal } = await process.status;
      const why = (await complaint).trim().split("\n")[0]!.slice(0, 200);
      throw new Error(`the process that works on it ended with ${signal ?? code}${why ? `: ${why}` : ""}`);
    },
    async end() {
      await writer.close().catch(() => {/* It has ended by itself. */});
      await lines.return(undefined);
      await process.status;
    },
  };
}

/** Has every order carried out, several at a time; each outcome is told as it comes. */
export async function carryOutAll(
  orders: readonly Order[],
  { spawn, workers, done }: { spawn: () => Deno.ChildProcess; workers: number; done(outcome: Outcome): void },
): Promise<void> {
  const waiting = [...orders];
  await Promise.all(Array.from({ length: Math.min(workers, orders.length) }, async () => {
    const copier = startWorking(spawn);
    try {
      for (let order = waiting.shift(); order; order = waiting.shift()) done(await copier.carryOut(order));
    } finally {
      await copier.end();
    }
  }));
}
