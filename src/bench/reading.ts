import { Hono } from "hono";
import { anOffice } from "../testing.ts";
import { atLeast, atMost, type Figure, quantile, throughput } from "./report.ts";
import { seedMany } from "./seed_many.ts";

/** Lists, threads and search over 20,000 tickets and 400,000 messages, against a bare route of the same size. */
export async function benchReading(): Promise<Figure[]> {
  const small = await anOffice(), large = await anOffice();
  seedMany(small.aurora, 2_000);
  seedMany(large.aurora, 20_000);
  const list = "/tickets?status=closed&showAll=true", thread = "/messages/1015000";
  const figures: Figure[] = [];
  for (const [name, path] of [["GET /api/tickets", list], ["GET /api/messages/:ticketId", thread]] as const) {
    const before = path === thread ? "/messages/1001500" : path;
    const answer = await servedBy(large, path), smaller = await servedBy(small, before);
    const bare = bareRoute(await answer.text());
    const rates: Record<"bare" | "large" | "small", number[]> = { bare: [], large: [], small: [] };
    // Turn by turn, so that a noisy moment strikes all three.
    for (let round = 0; round < 3; round++) {
      rates.bare.push(await throughput(bare, { ms: 1000 }));
      rates.large.push(await throughput(answer.again, { ms: 1000 }));
      rates.small.push(await throughput(smaller.again, { ms: 1000 }));
    }
    const best = (which: keyof typeof rates) => Math.max(...rates[which]);
    figures.push(
      atLeast(`${name}: against a bare route (${best("large").toFixed(0)}/s)`, best("large") / best("bare"), 0.06),
    );
    figures.push(atMost(`${name}: slower than with a tenth of the data`, best("small") / best("large"), 1.3));
  }
  figures.push(await benchSearch(large));
  await small.close();
  await large.close();
  return figures;
}

type Office = Awaited<ReturnType<typeof anOffice>>;

async function servedBy(office: Office, path: string) {
  const token = await office.logIn("ana@aurora.test");
  const headers = { authorization: `Bearer ${token}` };
  const again = async () => await (await office.app.request(`/api${path}`, { headers })).text();
  return { text: again, again };
}

function bareRoute(text: string): () => Promise<string> {
  const value = JSON.parse(text);
  const app = new Hono().get("/bare", (http) => http.json(value));
  return async () => await (await app.request("/bare")).text();
}

async function benchSearch(office: Office): Promise<Figure> {
  const search = async (words: string) => {
    const start = performance.now();
    await office.as("ana@aurora.test")("GET", `/tickets/search?searchParam=${encodeURIComponent(words)}`);
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
  return atMost("Full-text search over 400,000 messages, p95", quantile(times, 0.95), 60, " ms");
}
