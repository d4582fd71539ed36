import * as z from "zod/mini";
import { ask, type Asking, ifItCan, patience, Text, Written } from "./ask.ts";
import { type Bill, MOST_BILLS } from "../shared/bills.ts";
import { type Biller, centsIn, dayIn, lineIn, linkIn, oldestFirst, pixCodeIn } from "./bill.ts";

const Customers = z.object({
  data: z.array(z.object({ id: z.string(), cpfCnpj: Text, deleted: z.optional(z.nullable(z.boolean())) })),
});
const Payment = z.object({
  id: z.string(),
  customer: z.string(),
  value: Written,
  dueDate: Text,
  status: z.string(),
  billingType: Text,
  invoiceUrl: Text,
  bankSlipUrl: Text,
  deleted: z.optional(z.nullable(z.boolean())),
});
const Payments = z.object({ data: z.array(Payment) });
const Line = z.object({ identificationField: Text });
const QrCode = z.object({ payload: Text });

const OPEN = ["OVERDUE", "PENDING"];
const ADDRESS = "https://api.asaas.com/v3", SANDBOX = "https://api-sandbox.asaas.com/v3";

/** Asaas, version 3 (docs/BILLS.md). A token of the sandbox says so by its beginning. */
export function asaas({ token, address, within }: { token: string; address?: string; within?: number }): Biller {
  return {
    name: "Asaas",
    async find(taxNumber) {
      const key = token.trim(), usual = key.startsWith("$aact_hmlg_") ? SANDBOX : ADDRESS;
      const asking = { address: address ?? usual, headers: { access_token: key }, until: patience(within) };
      const { data } = await ask(Customers, asking, `/customers?cpfCnpj=${encodeURIComponent(taxNumber)}&limit=10`);
      const own = data.filter(({ cpfCnpj, deleted }) => !deleted && cpfCnpj?.replace(/\W/g, "") === taxNumber);
      const payments = (await Promise.all(own.map(({ id }) => openOf(asking, id)))).flat();
      const oldest = oldestFirst(payments.map((payment) => ({ payment, dueDate: dayIn(payment.dueDate) })));
      return await Promise.all(oldest.slice(0, MOST_BILLS).map(({ payment }) => billOf(asking, payment)));
    },
  };
}

async function openOf(asking: Asking, customer: string) {
  const lists = await Promise.all(
    OPEN.map((status) =>
      ask(Payments, asking, `/payments?customer=${encodeURIComponent(customer)}&status=${status}&limit=50`)
    ),
  );
  return lists.flatMap(({ data }) => data).filter((payment) =>
    payment.customer === customer && OPEN.includes(payment.status) && !payment.deleted
  );
}

/** A bar code only where it is a boleto, and a Pix code only where the company has a key: the others are refused. */
async function billOf(asking: Asking, payment: z.infer<typeof Payment>): Promise<Bill> {
  const path = `/payments/${encodeURIComponent(payment.id)}`;
  const [line, code] = await Promise.all([
    payment.billingType === "BOLETO" || payment.billingType === "UNDEFINED"
      ? ifItCan(ask(Line, asking, `${path}/identificationField`))
      : undefined,
    payment.billingType === "CREDIT_CARD" ? undefined : ifItCan(ask(QrCode, asking, `${path}/pixQrCode`)),
  ]);
  return {
    cents: centsIn(payment.value),
    dueDate: dayIn(payment.dueDate),
    link: linkIn(payment.invoiceUrl) ?? linkIn(payment.bankSlipUrl),
    line: lineIn(line?.identificationField),
    pixCode: pixCodeIn(code?.payload),
  };
}
