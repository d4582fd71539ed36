import { Hono } from "hono";
import { aBalcao } from "../testing/fixtures.ts";
import { listen } from "./listen.ts";
import { atLeast, atMost, type Figure, quantile } from "./report.ts";
import { seedMany } from "./seed_many.ts";

/** Lists, threads and search over 20,000 tickets and 400,000 messages, against a bare route of the same size. */
export async function benchReading(): Promise<Figure[]> {
  const small = await aBalcao(), large = await aBalcao();
  seedMany(small.aurora, 2_000);
  seedMany(large.aurora, 20_000);
  const asked = [
    ["GET /api/tickets", "/api/tickets?status=closed&showAll=true", "/api/tickets?status=closed&showAll=true", 0.16],
    ["GET /api/messages/:ticketId", "/api/messages/1015000", "/api/messages/1001500", 0.15],
  ] as const;
  const figures: Figure[] = [];
  for (const [name, path, before, least] of asked) {
    const ours = await served(large, path), smaller = await served(small, before), bare = bareRoute(ours.text);
    const rates = { bare: [] as number[], ours: [] as number[], smaller: [] as number[] };
    // Turn by turn, so that a noisy moment strikes all three.
    for (let round = 0; round < 3; round++) {
      rates.bare.push(await rate(bare.url, ""));
      rates.ours.push(await rate(ours.url, ours.token));
      rates.smaller.push(await rate(smaller.url, smaller.token));
    }
    const best = (which: keyof typeof rates) => Math.max(...rates[which]);
    const what = `${name}: ${best("ours").toFixed(0)}/s against a bare route's ${best("bare").toFixed(0)}/s`;
    figures.push(atLeast(what, best("ours") / best("bare"), least));
    figures.push(atMost(`${name}: slower than with a tenth of the data`, best("smaller") / best("ours"), 1.3));
    await Promise.all([ours, smaller, bare].map(({ server }) => server.shutdown()));
  }
  const quick = await benchSearch(large, "/tickets/search?searchParam=");
  figures.push(atMost("Full-text search over 400,000 messages, p95", quick, 60, " ms"));
  const filtered = await benchSearch(large, "/search?queueIds=1&from=contact&since=2026-01-01&searchParam=");
  figures.push(atMost("The search page with three filters, p95", filtered, 60, " ms"));
  await small.close();
  await large.close();
  return figures;
}

type Balcao = Awaited<ReturnType<typeof aBalcao>>;

async function served(balcao: Balcao, path: string) {
  const token = await balcao.logIn("ana@aurora.test");
  const server = listen((request) => balcao.app.fetch(request));
  const url = `http://127.0.0.1:${server.addr.port}${path}`;
  const text = await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).text();
  return { server, url, token, text };
}

function bareRoute(text: string) {
  const value = JSON.parse(text);
  const app = new Hono().get("/bare", (http) => http.json(value));
  const server = listen((request) => app.fetch(request));
  return { server, url: `http://127.0.0.1:${server.addr.port}/bare` };
}

/** Answers a second to 16 callers, counted by wrk in a process of its own. */
async function rate(url: string, token: string): Promise<number> {
  const args = ["-t1", "-c16", "-d2s", "-H", `authorization: Bearer ${token}`, url];
  const { stdout } = await new Deno.Command("wrk", { args }).output();
  const text = new TextDecoder().decode(stdout);
  if (/Non-2xx/.test(text)) throw new Error(`${url} was refused`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]);
}

/** The 95th percentile (ms) of a search's time. */
async function benchSearch(balcao: Balcao, path: string): Promise<number> {
  const search = async (words: string) => {
    const start = performance.now();
    const { status } = await balcao.as("ana@aurora.test")("GET", path + encodeURIComponent(words));
    if (status !== 200) throw new Error(`${path} was refused`);
    return performance.now() - start;
  };
  const asked = [
    "bolo",
    "entrega amanhã",
    "numero 3999",
    "pagamento cartao",
    "torta",
    "encomenda pedido",
    "horario",
    "pao obrigado",
    "preço 77",
    "amanha",
  ];
  const times: number[] = [];
  for (let round = 0; round < 5; round++) for (const words of asked) times.push(await search(words));
  return quantile(times, 0.95);
}
