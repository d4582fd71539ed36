import { Buffer } from "node:buffer";
import * as z from "zod/mini";
import { formatTaxNumber } from "../shared/tax_number.ts";
import { addressOf, ask, type Asking, ifItCan, patience, Text, Written } from "./ask.ts";
import { type Bill, MOST_BILLS } from "../shared/bills.ts";
import { type Biller, BillerFault, centsIn, dayIn, lineIn, linkIn, oldestFirst, pixCodeIn } from "./bill.ts";

const registros = <T extends z.ZodMiniType>(row: T) =>
  z.object({ type: Text, registros: z.optional(z.nullable(z.array(row))) });
const Customers = registros(z.object({ id: Written, cnpj_cpf: Text }));
const Receivable = z.object({
  id: Written,
  id_cliente: Written,
  status: Text,
  liberado: Text,
  valor: Written,
  valor_aberto: Written,
  data_vencimento: Text,
  linha_digitavel: Text,
  gateway_link: Text,
});
const Receivables = registros(Receivable);
const Pix = z.object({
  pix: z.optional(z.nullable(z.object({
    qrCode: z.optional(z.nullable(z.object({ qrcode: Text }))),
    dadosPix: z.optional(z.nullable(z.object({ pixCopiaECola: Text }))),
  }))),
});

/** IXC Provedor's web service (docs/BILLS.md). The token is `1:abc…`, as IXC shows it. */
export function ixc({ address, token, within }: { address: string; token: string; within?: number }): Biller {
  return {
    name: "IXC",
    async find(taxNumber) {
      const authorization = `Basic ${Buffer.from(token.trim()).toString("base64")}`;
      const asking = {
        address: addressOf(address),
        headers: { authorization, ixcsoft: "listar" },
        until: patience(within),
      };
      const ids = await customersOf(asking, taxNumber);
      const rows = (await Promise.all(ids.map((id) => openOf(asking, id)))).flat();
      const oldest = oldestFirst(rows.map((row) => ({ row, dueDate: dayIn(row.data_vencimento) }))).slice(
        0,
        MOST_BILLS,
      );
      return await Promise.all(oldest.map(({ row }) => billOf(asking, row)));
    },
  };
}

/** IXC keeps numbers as they were typed into it: most with their dots, some without. */
async function customersOf(asking: Asking, taxNumber: string): Promise<string[]> {
  for (const written of [formatTaxNumber(taxNumber), taxNumber]) {
    const rows = await list(Customers, asking, "cliente", { qtype: "cliente.cnpj_cpf", query: written });
    // A service that knows no such filter answers with everybody.
    const own = rows.filter(({ cnpj_cpf }) => cnpj_cpf?.replace(/[^\dA-Za-z]/g, "").toUpperCase() === taxNumber);
    if (own.length > 0) return own.flatMap(({ id }) => id ? [String(id)] : []);
  }
  return [];
}

async function openOf(asking: Asking, customerId: string) {
  const rows = await list(Receivables, asking, "fn_areceber", {
    qtype: "fn_areceber.id_cliente",
    query: customerId,
    sortname: "fn_areceber.data_vencimento",
    grid_param: JSON.stringify([
      { TB: "fn_areceber.liberado", OP: "=", P: "S" },
      { TB: "fn_areceber.status", OP: "=", P: "A" },
    ]),
  });
  return rows.filter(({ id_cliente, status, liberado }) =>
    String(id_cliente) === customerId && status === "A" && liberado !== "N"
  );
}

async function billOf(asking: Asking, row: z.infer<typeof Receivable>): Promise<Bill> {
  const found = await ifItCan(ask(Pix, asking, "/webservice/v1/get_pix", { id_areceber: String(row.id) }));
  return {
    cents: centsIn(row.valor_aberto) ?? centsIn(row.valor),
    dueDate: dayIn(row.data_vencimento),
    link: linkIn(row.gateway_link),
    line: lineIn(row.linha_digitavel),
    pixCode: pixCodeIn(found?.pix?.qrCode?.qrcode) ?? pixCodeIn(found?.pix?.dadosPix?.pixCopiaECola),
  };
}

/** The first fifty rows of a table that fit. */
async function list<Row>(
  schema: z.ZodMiniType<{ type?: string | null; registros?: Row[] | null }>,
  asking: Asking,
  table: string,
  query: Record<string, string>,
): Promise<Row[]> {
  const all = { oper: "=", page: "1", rp: "50", sortorder: "asc", ...query };
  const { type, registros } = await ask(schema, asking, `/webservice/v1/${table}`, all);
  if (type === "error") throw new BillerFault("it refused the question");
  return registros ?? [];
}
