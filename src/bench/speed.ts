import { sql } from "drizzle-orm";
import { openDbFile } from "../platform/db.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { answered, type Ask, type Balcao, bareRoute, cpuOf, mean, turnByTurn } from "./measuring.ts";
import { AT_ONCE, measureMoves, type Moves } from "./moves.ts";
import { atMost, type Figure } from "./report.ts";
import { seedMany, seedThread } from "./seed_many.ts";

const TICKETS = 20_000, MESSAGES = 20;

/**
 * What people feel, in the processor's time of one process without a network: moves, sends, lists by word, search. Beside
 * each the same answer from a bare route of Hono's, in the same run.
 */
export async function benchSpeed(): Promise<Figure[]> {
  const balcao = await aBalcao();
  seedMany(balcao.aurora, TICKETS, MESSAGES);
  const words = await benchWords(balcao), [moves] = await measureMoves(balcao);
  const figures = [...words, ...moveFigures(moves!), ...await benchSending(balcao)];
  await balcao.close();
  return Deno.env.get("BIG") ? [...figures, ...await benchBig()] : figures;
}

const BIG_TICKETS = 100_000, BIG_MESSAGES = 40;

/**
 * `BIG=1`: the same of a company of 100,000 tickets and 4 million messages, each as so many times a small one's, asked in
 * turn.
 */
async function benchBig(): Promise<Figure[]> {
  const small = await aBalcao(), big = await aBalcao(), path = `${big.aurora.folder}/company.db`;
  seedMany(small.aurora, TICKETS, MESSAGES);
  seedMany(big.aurora, BIG_TICKETS, BIG_MESSAGES);
  const log = Deno.statSync(`${path}-wal`).size;
  // The thread that is asked for fills a page in both.
  small.aurora.write((db) => seedThread(db, 15_000, { from: MESSAGES, to: BIG_MESSAGES }));
  const asked: [what: string, path: string, smallPath: string, most: number][] = [
    ["open tickets", "/tickets?status=open&showAll=true", "/tickets?status=open&showAll=true", 1.3],
    ["closed tickets", "/tickets?status=closed&showAll=true", "/tickets?status=closed&showAll=true", 1.3],
    ["a thread", "/messages/1015000", "/messages/1015000", 1.3],
    ["contacts", "/contacts", "/contacts", 1.3],
    ["contacts by a rare word", "/contacts?searchParam=19977", "/contacts?searchParam=19977", 2],
    ["search for a rare word", "/tickets/search?searchParam=399977", "/tickets/search?searchParam=399977", 2],
    ["search for a frequent word", "/tickets/search?searchParam=numero", "/tickets/search?searchParam=numero", 2],
  ];
  const figures: Figure[] = [];
  const theirs = small.as("ana@aurora.test"), ours = big.as("ana@aurora.test");
  for (const [what, bigPath, smallPath, most] of asked) {
    const both = [() => answered(theirs, "GET", smallPath), () => answered(ours, "GET", bigPath)];
    const [before, now] = await turnByTurn(both, 40);
    figures.push(
      atMost(
        `Five times the tickets, ten times the messages: ${what}, ${now!.toFixed(2)} ms`,
        now! / before!,
        most,
        " ×",
      ),
    );
  }
  const [before, now] = await measureMoves(small, big);
  for (const [name, { atOnce }] of Object.entries(now!.spent)) {
    const what = `… ${AT_ONCE} tickets' ${name} at once, ${mean(atOnce).toFixed(2)} ms of processor each`;
    figures.push(atMost(what, mean(atOnce) / mean(before!.spent[name]!.atOnce), 1.3, " ×"));
  }
  const size = Deno.statSync(path).size, began = performance.now();
  const copy = openDbFile(path);
  copy.copyInto(`${path}.copy`);
  copy.close();
  const took = performance.now() - began, copied = Deno.statSync(`${path}.copy`).size;
  figures.push(
    atMost(`… its file has ${(size / 1e9).toFixed(2)} GB; more than a copy made anew`, size / copied, 1.3, " ×"),
  );
  figures.push(atMost("… such a copy takes", took / 1000, 60, " s"));
  figures.push(atMost("… its log", log / 1e6, 80, " MB"));
  await Promise.all([small.close(), big.close()]);
  return figures;
}

/** Lists and searches by a word. */
async function benchWords(balcao: Balcao): Promise<Figure[]> {
  const ana = balcao.as("ana@aurora.test"), bruno = balcao.as("bruno@aurora.test");
  const asked: [what: string, ask: Ask, path: string, most: number][] = [
    ["Contacts by a word of 667", ana, "/contacts?searchParam=prado", 1],
    ["Contacts by a word of one", ana, "/contacts?searchParam=19977", 1],
    ["Closed tickets by a word", ana, "/tickets?status=closed&showAll=true&searchParam=prado", 5],
    ["Closed tickets by a word, of an attendant", bruno, "/tickets?status=closed&showAll=true&searchParam=prado", 5],
    ["Closed tickets by a frequent word", ana, "/tickets?status=closed&showAll=true&searchParam=bolo", 5],
    ["Search for a frequent word", ana, "/tickets/search?searchParam=bolo", 3],
    ["Search for a word of all messages", ana, "/tickets/search?searchParam=numero", 3],
    ["Search for two words", ana, "/tickets/search?searchParam=entrega%20amanha", 3],
  ];
  const figures: Figure[] = [];
  for (const [what, ask, path, most] of asked) {
    const bare = bareRoute((await answered(ask, "GET", path)).text);
    const [ours, theirs] = await turnByTurn([() => answered(ask, "GET", path), bare], 40);
    figures.push(atMost(`${what}: ${times(ours!, theirs!)}; median`, ours!, most, " ms"));
  }
  return figures;
}

/** So many times first, as on any day but the first minutes of one: until then the code is still being compiled. */
const WARM_SENDS = 400;

function moveFigures({ spent, theirs }: Moves): Figure[] {
  return Object.entries(spent).flatMap(([name, { alone, atOnce }]) => [
    atMost(`A ticket's ${name}, one by one: ${times(mean(alone), theirs)}; processor`, mean(alone), 1.1, " ms"),
    atMost(`… ${AT_ONCE} at once: ${times(mean(atOnce), theirs)}`, mean(atOnce), 1.1, " ms"),
  ]);
}

async function benchSending(balcao: Balcao): Promise<Figure[]> {
  const ana = balcao.as("ana@aurora.test");
  const open = balcao.aurora.read.all<{ id: number }>(
    sql`select id from tickets where status = 'open' and id >= 1000000 order by id`,
  );
  balcao.aurora.write((db) => {
    db.run(sql`insert or ignore into contact_identities (kind, value, contact_id, address)
      select 'phone', number, id, number || '@s.whatsapp.net' from contacts where id >= 1000000`);
  });
  let sent = 0;
  const send = async () => {
    const nth = sent++;
    return await answered(ana, "POST", `/messages/${open[nth % open.length]!.id}`, {
      body: `Resposta ${nth}`,
      localId: crypto.randomUUID(),
    });
  };
  const together = async () => void await Promise.all(Array.from({ length: AT_ONCE }, send));
  for (let round = 0; round < WARM_SENDS; round++) await send();
  const theirs = await cpuOf(bareRoute((await send()).text), 300);
  let alone = 0, atOnce = 0;
  // By turns: a noisy moment strikes both.
  const rounds = 40;
  for (let round = 0; round < rounds; round++) {
    alone += await cpuOf(send, AT_ONCE);
    atOnce += await cpuOf(together, 1) / AT_ONCE;
  }
  return [
    atMost(`A text is sent, one by one: ${times(alone / rounds, theirs)}; processor`, alone / rounds, 1.6, " ms"),
    atMost(`… ${AT_ONCE} at once: ${times(atOnce / rounds, theirs)}`, atOnce / rounds, 1.6, " ms"),
  ];
}

function times(ours: number, theirs: number): string {
  return `${(ours / theirs).toFixed(1)} × a bare route's`;
}
