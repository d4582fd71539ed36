import { eq, isNull } from "drizzle-orm";
import { Gauge, type Registry } from "prom-client";
import { figuresNow } from "../companies/figures.ts";
import { companyFiguresTable, companyTable } from "../companies/table.ts";
import type { Tenants } from "../platform/tenants.ts";

/**
 * What the provider sees of each company, by its number, as it was last rolled up: nothing is counted for a scrape. What
 * is answered reads it anew.
 */
export function companyGauges(tenants: Tenants, registers: Registry[]): () => void {
  const gauge = (name: string, help: string, ...labels: string[]) =>
    new Gauge({ name: `balcao_company_${name}`, help, labelNames: ["company", ...labels], registers });
  const connections = gauge("connections", "Connections that should run, by whether they do", "state");
  const tickets = gauge("tickets", "Tickets that wait, and that somebody has opened", "state");
  const outbox = gauge("outbox_messages", "What is still to be sent");
  const file = gauge("file_bytes", "Size of the company's file, in whole megabytes");
  const media = gauge("media_bytes", "Bytes of files that were sent and received");
  const companies = new Gauge({
    name: "balcao_companies",
    help: "Companies by whether they are served, suspended, or have a file that cannot be opened",
    labelNames: ["state"],
    registers,
  });
  return () => {
    for (const one of [companies, connections, tickets, outbox, file, media]) one.reset();
    const states = { served: 0, suspended: 0, damaged: 0 };
    for (const { company, figures } of rowsOf(tenants)) {
      const { id, isActive } = company, label = { company: String(id) };
      states[tenants.quarantine.has(id) ? "damaged" : isActive ? "served" : "suspended"]++;
      if (!figures) continue;
      connections.set({ ...label, state: "up" }, figures.linesUp);
      connections.set({ ...label, state: "down" }, figures.linesTotal - figures.linesUp);
      tickets.set({ ...label, state: "waiting" }, figures.waiting);
      tickets.set({ ...label, state: "open" }, figures.open);
      outbox.set(label, figures.outbox);
      file.set(label, figures.fileSize);
      media.set(label, figures.storage);
    }
    for (const [state, count] of Object.entries(states)) companies.set({ state }, count);
  };
}

function rowsOf(tenants: Tenants) {
  const { provider, outage } = tenants;
  if (outage !== undefined) return [];
  const { id, isActive, removedAt } = companyTable;
  return provider.read.select({ company: { id, isActive }, figures: companyFiguresTable }).from(companyTable)
    .leftJoin(companyFiguresTable, eq(companyFiguresTable.companyId, id)).where(isNull(removedAt)).all()
    .map(({ company, figures }) => ({ company, figures: figuresNow(tenants, figures) }));
}
