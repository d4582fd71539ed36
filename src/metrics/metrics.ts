import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Company, Witness } from "../platform/company.ts";
import type { Answered } from "../platform/request_log.ts";
import type { Tenants } from "../platform/tenants.ts";
import { VERSION } from "../root.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { backupGauges } from "./backup_gauges.ts";
import { companyGauges } from "./company_gauges.ts";
import { eventLoop, processGauges } from "./process_gauges.ts";

export interface Metrics {
  /** As Prometheus reads them (prometheus.io/docs/instrumenting/exposition_formats). */
  text(): Promise<string>;
  contentType: string;
  answered(answered: Answered): void;
  /** Counts the messages that a writing has stored, once it is committed. */
  witness: Witness;
  /** Runs a job and keeps when that was, how long it took and whether it failed. */
  timed<T>(job: string, run: () => T | Promise<T>): Promise<T>;
  /** Measures from now on how long the event loop is held up; the answer ends that. */
  watchEventLoop(): () => void;
  /** Seconds by which 99 of 100 rounds of the event loop were late at most, of late; nothing until some were seen. */
  loopDelay(): number | undefined;
}

/** What is measured of this process. No label has as many values as there are messages, people or addresses. */
export function newMetrics(tenants: Tenants, supervisor: Supervisor): Metrics {
  const registry = new Registry(), registers = [registry];
  new Gauge({ name: "balcao_info", help: "The version that runs", labelNames: ["version"], registers })
    .set({ version: VERSION }, 1);
  processGauges(registers);
  const readCompanies = companyGauges(tenants, registers), readBackups = backupGauges(tenants, registers);
  sessionGauge(supervisor, registers);
  const loop = eventLoop(registers);
  return {
    text() {
      readCompanies();
      readBackups();
      return registry.metrics();
    },
    contentType: registry.contentType,
    answered: requestHistogram(registers),
    witness: messageCounter(registers),
    timed: jobGauges(registers),
    watchEventLoop: loop.watch,
    loopDelay: loop.delay99,
  };
}

/** What strangers make up as a method is one. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);

function requestHistogram(registers: Registry[]) {
  const seconds = new Histogram({
    name: "balcao_http_request_seconds",
    help: "Answered requests by route and class of status, and how long they took",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  return ({ method, route, status, ms }: Answered) =>
    seconds.observe(
      { method: METHODS.has(method) ? method : "other", route, status: `${Math.floor(status / 100)}xx` },
      ms / 1000,
    );
}

function sessionGauge(supervisor: Supervisor, registers: Registry[]): void {
  new Gauge({
    name: "balcao_sessions",
    help: "Sessions at networks that run in this process, by their state",
    labelNames: ["state"],
    registers,
    collect() {
      this.reset();
      for (const [state, count] of supervisor.states()) this.set({ state }, count);
    },
  });
}

function messageCounter(registers: Registry[]): Witness {
  const messages = new Counter({
    name: "balcao_messages_total",
    help: "Messages that came in, and that were stored to be sent or had been sent by a phone; no history",
    labelNames: ["direction"],
    registers,
  });
  /** A message that rings later, when it becomes a person's, is not another one. */
  const newest = new WeakMap<Company, number>();
  return (company, _, emitted) => {
    for (const [name, payload] of emitted) {
      if (name !== "appMessage" || !("message" in payload) || payload.action !== "create") continue;
      const { message } = payload, id = Number(message.id);
      if (("history" in payload && payload.history) || id <= (newest.get(company) ?? 0)) continue;
      company.afterwards(() => {
        newest.set(company, Math.max(id, newest.get(company) ?? 0));
        messages.inc({ direction: message.fromMe ? "out" : "in" });
      });
    }
  };
}

function jobGauges(registers: Registry[]): Metrics["timed"] {
  const about = { labelNames: ["job"], registers };
  const last = new Gauge({ name: "balcao_job_last_run_timestamp_seconds", help: "When a job ended last", ...about });
  const took = new Gauge({ name: "balcao_job_last_duration_seconds", help: "How long its last run took", ...about });
  const failed = new Counter({
    name: "balcao_job_failures_total",
    help: "Runs of a job that failed as a whole",
    ...about,
  });
  return async (job, run) => {
    const began = performance.now();
    try {
      return await run();
    } catch (error) {
      failed.inc({ job });
      throw error;
    } finally {
      last.set({ job }, Date.now() / 1000);
      took.set({ job }, (performance.now() - began) / 1000);
    }
  };
}
