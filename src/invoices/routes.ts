import { milliseconds } from "date-fns/milliseconds";
import { companyRow } from "../companies/companies.ts";
import { refuse } from "../contract/errors.ts";
import { invoices } from "../contract/invoices.ts";
import { RateLimit } from "../platform/rate_limit.ts";
import { routes } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { pixCodeFor } from "./charges.ts";
import { invoiceToRemindOf, listEverybodys, listInvoices } from "./invoices.ts";
import { noticePath } from "./notice.ts";
import { confirmInvoice, decidePayment } from "./payments.ts";
import { openQuestions, paymentsOf } from "./questions.ts";
import { companyIn, invoiceOf, invoiceRow, ownInvoice, providerInvoiceOf } from "./rows.ts";
import { choosePlan, keepBilling, subscriptionOf } from "./subscription.ts";

export function invoiceRoutes() {
  // What one company may have the bank asked for; nobody who pays or chooses comes near it.
  const codesAsked = new RateLimit(60, milliseconds({ hours: 1 }));
  const plansChosen = new RateLimit(30, milliseconds({ hours: 1 }));
  return routes((on) => {
    on(invoices.list, ({ tenants, company, query }) => listInvoices(tenants.provider.read, company.id, query));

    on(invoices.reminder, ({ tenants, company }) => {
      const row = companyRow(tenants, company.id) ?? refuse("ERR_NO_COMPANY_FOUND");
      const invoice = invoiceToRemindOf(tenants.provider.read, row, Date.now());
      return { invoice: invoice ? invoiceOf(invoice) : null };
    });

    on(invoices.pay, async ({ tenants, company, body: { invoiceId, ...body } }) => {
      codesAsked.countOrRefuse(String(company.id), Date.now());
      ownInvoice(tenants.provider.read, company.id, invoiceId);
      tenants.provider.write((db) => keepBilling(db, company.id, body));
      const pix = await pixCodeFor(tenants, company.id, invoiceId, Date.now());
      const { pixCode, cents, kind, payee, createdAt, expiresAt } = pix;
      return {
        qrcode: { qrcode: pixCode },
        valor: { original: (cents / 100).toFixed(2) },
        kind,
        payee,
        createdAt: momentOf(createdAt),
        expiresAt: momentOf(expiresAt),
      };
    });

    on(invoices.subscription, ({ tenants, company }) => subscriptionOf(tenants, company.id));

    on(invoices.choosePlan, ({ tenants, company, body: { planId, ...billing } }) => {
      const now = Date.now();
      plansChosen.countOrRefuse(String(company.id), now);
      choosePlan(tenants, company.id, { planId, billing, now });
      return subscriptionOf(tenants, company.id);
    });

    on(invoices.everybodys, ({ tenants, query }) => listEverybodys(tenants.provider.read, query, Date.now()));

    on(invoices.confirm, ({ tenants, params: { id }, body: { note }, person }) => {
      confirmInvoice(tenants, id, { by: person, note, now: Date.now() });
      return everybodysInvoice(tenants, id);
    });

    on(invoices.payments, ({ tenants, params: { id } }) => ({ payments: paymentsOf(tenants.provider.read, id) }));

    on(invoices.questions, ({ tenants }) => ({ questions: openQuestions(tenants.provider.read) }));

    on(invoices.decide, ({ tenants, params: { id }, body: { decision, note }, person }) => {
      decidePayment(tenants, id, decision, { by: person, note, now: Date.now() });
      return {};
    });

    on(invoices.noticePath, ({ tenants }) => ({ path: noticePath(tenants) }));
  });
}

function everybodysInvoice({ provider: { read } }: Tenants, id: number) {
  const row = invoiceRow(read, id);
  return providerInvoiceOf(row, companyIn(read, row.companyId)!);
}

function momentOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
