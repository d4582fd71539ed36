import process from "node:process";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** What the process uses, by the names that everybody has for it (prometheus.io/docs/instrumenting/writing_clientlibs). */
export function processGauges(registers: Registry[]): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge("process_resident_memory_bytes", "Memory of the process", () => Deno.memoryUsage().rss);
  gauge("process_heap_bytes", "Objects of JavaScript in it", () => Deno.memoryUsage().heapUsed);
  gauge("process_open_fds", "Open files and sockets", openFiles);
  const began = Math.round(performance.timeOrigin / 1000);
  gauge("process_start_time_seconds", "When it started, in seconds since 1970", () => began);
  let had = 0;
  new Counter({
    name: "process_cpu_seconds_total",
    help: "Time on a processor",
    registers,
    collect() {
      const { user, system } = process.cpuUsage(), seconds = (user + system) / 1_000_000;
      this.inc(Math.max(0, seconds - had));
      had = seconds;
    },
  });
}

function openFiles(): number {
  try {
    return [...Deno.readDirSync("/proc/self/fd")].length;
  } catch {
    return NaN;
  }
}

/** How often (ms) the event loop is looked at. */
const EVERY = 500;

/** A share of the rounds of the event loop that are no later than its delay, of so many that are remembered: ten minutes. */
const MOST = 0.99, REMEMBERED = 1200;

/** Measures how late the event loop is, and says it in seconds. */
export function eventLoop(registers: Registry[]): { watch(): () => void; delay99(): number | undefined } {
  const delay = new Histogram({
    name: "balcao_event_loop_delay_seconds",
    help: `How much later than asked for the event loop comes round, looked at every ${EVERY} ms`,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const late: number[] = [];
  const watch = () => {
    let due = performance.now() + EVERY;
    const timer = setInterval(() => {
      const now = performance.now(), seconds = Math.max(0, now - due) / 1000;
      delay.observe(seconds);
      late.push(seconds);
      if (late.length > REMEMBERED) late.shift();
      due = now + EVERY;
    }, EVERY);
    return () => clearInterval(timer);
  };
  return { watch, delay99: () => late.toSorted((a, b) => a - b)[Math.ceil(late.length * MOST) - 1] };
}
