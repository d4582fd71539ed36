import { companyTable } from "../companies/table.ts";
import { makeInvoices } from "../invoices/make.ts";
import { invoiceTable } from "../invoices/table.ts";
import { dayAfter, dayIn } from "../shared/clock.ts";
import { aPlan } from "../testing/billing.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { atMost, type Figure, quantile } from "./report.ts";
import { seedMany } from "./seed_many.ts";

const INVOICES = 1000, ROUNDS = 5;
/** Lists read in each round without the clock: about as many as during it. */
const QUIET_READS = 40;

/** How long an attendant waits for the list of tickets while the clock makes everybody's invoices, and while it does not. */
export async function benchInvoicing(): Promise<Figure[]> {
  const balcao = await aBalcao();
  seedMany(balcao.aurora, 2000);
  seedSubscribers(balcao);
  const token = await balcao.logIn("ana@aurora.test");
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => balcao.app.fetch(request),
  );
  const url = `http://127.0.0.1:${server.addr.port}/api/tickets?status=open&showAll=true`;
  const read = async () => {
    const from = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`The list was refused: ${await answer.text()}`);
    await answer.text();
    return performance.now() - from;
  };
  for (let nth = 0; nth < QUIET_READS; nth++) await read();
  const quiet: number[] = [], busy: number[] = [], making: number[] = [];
  // Turn by turn, so that a noisy moment strikes both.
  for (let round = 0; round < ROUNDS; round++) {
    for (let nth = 0; nth < QUIET_READS; nth++) quiet.push(await read());
    balcao.tenants.provider.write((db) => void db.delete(invoiceTable).run());
    const from = performance.now();
    let isMaking = true;
    const made = makeInvoices(balcao.tenants, Date.now()).then(() => {
      isMaking = false;
      making.push(performance.now() - from);
    });
    while (isMaking) busy.push(await read());
    await made;
    const { length } = balcao.tenants.provider.read.select({ id: invoiceTable.id }).from(invoiceTable).all();
    if (length !== INVOICES) throw new Error(`${length} invoices were made`);
  }
  await server.shutdown();
  await balcao.close();
  const p95 = { quiet: quantile(quiet, 0.95), busy: quantile(busy, 0.95) };
  const ratio = (p95.busy / p95.quiet).toFixed(1), took = quantile(making, 0.5).toFixed(0);
  const what = `${INVOICES} invoices in ${took} ms; a ticket list, p95, waits ${p95.busy.toFixed(1)} ms ` +
    `against ${p95.quiet.toFixed(1)} ms (${ratio} times): longer by`;
  return [atMost(what, p95.busy - p95.quiet, 50, " ms")];
}

/** Rows alone: the clock opens nobody's file. */
function seedSubscribers({ tenants }: Awaited<ReturnType<typeof aBalcao>>): void {
  const planId = aPlan(tenants, 99), day = dayAfter(dayIn("UTC", Date.now()), 5);
  const due = { planId, dueDate: day, dueDay: Number(day.slice(8)), createdAt: 0 };
  tenants.provider.write((db) => {
    for (let nth = 0; nth < INVOICES; nth++) {
      db.insert(companyTable).values({ name: `Empresa ${nth}`, ...due }).run();
    }
  });
}
