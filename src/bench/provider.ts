import { sql } from "drizzle-orm";
import { application } from "../app/application.ts";
import { cockpitOf } from "../cockpit/cockpit.ts";
import { setFigures } from "../companies/figures.ts";
import { companyTable } from "../companies/table.ts";
import { invoiceTable } from "../invoices/table.ts";
import { Tenants } from "../platform/tenants.ts";
import { provisionCompany } from "../provisioning/provision.ts";
import { Supervisor } from "../supervisor/supervisor.ts";
import { aPlan } from "../testing/billing.ts";
import { benchInvoicing } from "./invoicing.ts";
import { atMost, type Figure, quantile } from "./report.ts";

/** What the provider waits for, and whom she lets wait: her cockpit, a new company, a stranger's first login. */
export async function benchProvider(): Promise<Figure[]> {
  const folder = await Deno.makeTempDir({ prefix: "balcao-bench-" }), tenants = new Tenants(folder);
  try {
    const own = [...benchCockpit(tenants), await benchProvisioning(tenants), await benchSignUp(tenants)];
    return [...own, ...await benchInvoicing()];
  } finally {
    tenants.close();
    await Deno.remove(folder, { recursive: true });
  }
}

const COMPANIES = 500;

function benchCockpit(tenants: Tenants): Figure[] {
  const planId = aPlan(tenants, 99);
  tenants.provider.write((db) => {
    for (let nth = 0; nth < COMPANIES; nth++) {
      const { id } = db.insert(companyTable).values({ name: `Empresa ${nth}`, planId, createdAt: 0 }).returning().get();
      setFigures(db, id, { waiting: nth, rolledUpAt: 1 });
      const owed = { companyId: id, detail: "Plano", cents: 9900, recurrence: "MENSAL" as const, months: 1 };
      for (let month = 1; month <= 12; month++) {
        const dueDate = `2026-${String(month).padStart(2, "0")}-10`;
        db.insert(invoiceTable).values({ ...owed, dueDate, createdAt: 0, status: month < 11 ? "paid" : "open" }).run();
      }
    }
  });
  const opened = tenants.openCount, times = [];
  for (let nth = 0; nth < 20; nth++) times.push(timed(() => JSON.stringify(cockpitOf(tenants, new Date()))));
  return [
    atMost("cockpit with 500 companies, 95 % within", quantile(times, 0.95), 300, " ms"),
    atMost("files opened for it", tenants.openCount - opened, 0),
  ];
}

async function benchProvisioning(tenants: Tenants): Promise<Figure> {
  const times: number[] = [];
  for (let nth = 0; nth < 10; nth++) {
    const from = performance.now();
    const asked = { name: `Nova ${nth}`, email: `nova${nth}@bench.test`, phone: "", status: true };
    const planId = tenants.provider.read.all<{ id: number }>(sql`select id from plans limit 1`)[0]!.id;
    const terms = { planId, campaignsEnabled: false, dueDate: null, recurrence: "MENSAL" as const };
    await provisionCompany(tenants, { ...asked, ...terms }, new Date());
    times.push(performance.now() - from);
  }
  return atMost("provisioning a company", quantile(times, 0.5), 100, " ms");
}

async function benchSignUp(tenants: Tenants): Promise<Figure> {
  const app = application(tenants, new Supervisor(tenants), { demo: false });
  const send = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" };
    const answer = await app.request(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    await answer.body?.cancel();
  };
  const stranger = { email: "estranha@bench.test", password: "guarda-chuva-azul-42" };
  const planId = aPlan(tenants, 0), from = performance.now();
  await send("/companies/cadastro", { ...stranger, name: "Loja da estranha", planId, recurrence: "MENSAL" });
  await send("/auth/login", stranger);
  return atMost("sign-up to first login", performance.now() - from, 2000, " ms");
}

function timed(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}
