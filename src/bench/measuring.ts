import process from "node:process";
import { Hono } from "hono";
import type { aBalcao } from "../testing/fixtures.ts";
import { quantile } from "./report.ts";

export type Balcao = Awaited<ReturnType<typeof aBalcao>>;
export type Ask = ReturnType<Balcao["as"]>;

/** So many times first: until then the code is still being compiled. */
const WARM_READS = 40;

/** What the product answers, as text; a refusal ends the bench. */
export async function answered(ask: Ask, method: string, path: string, body?: object) {
  const { status, body: answer } = await ask(method, path, body);
  if (status !== 200) throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer)}`);
  return { text: JSON.stringify(answer) };
}

/** The same answer from a route of Hono's that does nothing else. */
export function bareRoute(text: string) {
  const value = JSON.parse(text);
  const app = new Hono().get("/api/bare", (http) => http.json(value));
  return async () => {
    JSON.parse(await (await app.request("/api/bare")).text());
  };
}

/** The median time (ms) of each, asked in turn so that a noisy moment strikes all of them. */
export async function turnByTurn(works: (() => Promise<unknown>)[], rounds: number): Promise<number[]> {
  const took = works.map(() => [] as number[]);
  for (let round = 0; round < WARM_READS + rounds; round++) {
    for (const [nth, work] of works.entries()) {
      const began = performance.now();
      await work();
      if (round >= WARM_READS) took[nth]!.push(performance.now() - began);
    }
  }
  return took.map((all) => quantile(all, 0.5));
}

/** Processor time (ms) of one round, on average. */
export async function cpuOf(work: () => Promise<unknown>, rounds: number): Promise<number> {
  const before = cpu();
  for (let round = 0; round < rounds; round++) await work();
  return (cpu() - before) / rounds;
}

/** Processor time (ms) of this process so far. */
export function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function mean(all: number[]): number {
  return all.reduce((sum, one) => sum + one, 0) / all.length;
}
