import process from "node:process";

/**
 * Lets go of what is not needed any more; only where the process was started so that it may ask (scripts/pack.ts). It holds
 * up everything for as long as a tenth of a second.
 */
export function collect(): void {
  const { gc } = globalThis as { gc?: () => void };
  if (!gc) return;
  gc();
  giveBack ??= returner();
  giveBack();
}

/** Gives what the C library has free back to the system: by itself it keeps what lies between pieces that are in use. */
let giveBack: (() => void) | undefined;

function returner(): () => void {
  try {
    const { symbols } = Deno.dlopen("libc.so.6", { malloc_trim: { parameters: ["usize"], result: "i32" } });
    return () => void symbols.malloc_trim(0n);
  } catch {
    // Another C library, another way of its own.
    return () => {};
  }
}

/** So much (bytes) must have been made since the last time, so that it is worth it. */
const WORTH = 16_000_000;
/** The part of one core's time below which nobody is waiting for anything. */
const IDLE = 0.1;

/**
 * V8 collects when much is made. A server that has just started, or whose busy hour is over, makes nothing, and would
 * keep what is done with for the night: so it is collected while there is nothing to do.
 */
export class IdleCollector {
  #kept = 0;
  #at = performance.now();
  #spent: number;

  constructor(readonly run = collect, readonly heap = () => Deno.memoryUsage().heapUsed, readonly cpu = spent) {
    this.#spent = cpu();
  }

  /** To be called now and then; looks at what went on since. */
  look(now = performance.now()): void {
    const cpu = this.cpu(), share = (cpu - this.#spent) / Math.max(1, now - this.#at);
    [this.#at, this.#spent] = [now, cpu];
    if (share > IDLE || this.heap() < this.#kept + WORTH) return;
    this.run();
    this.#kept = this.heap();
  }
}

/** Processor time (ms) of this process so far. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
