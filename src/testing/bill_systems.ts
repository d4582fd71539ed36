import { allowInner } from "../platform/inner_network.ts";

/** A bill that one of the pretended systems has. */
export interface PretendedBill {
  id: string;
  taxNumber: string;
  amount: string;
  dueDate: string;
  line?: string;
  pixCode?: string;
  link?: string;
  /** Open unless it says so. */
  is?: "open" | "paid" | "hidden";
}

/**
 * What a system does instead of answering: `500`, `429`, `401`, `garbage` (200, and no JSON), `shapeless` (JSON of another
 * shape), `half` (of the answer), `silence` (no answer), `elsewhere` (a redirect).
 */
export type SystemLie = "500" | "429" | "401" | "garbage" | "shapeless" | "half" | "silence" | "elsewhere";

export type BillSystems = ReturnType<typeof someBillSystems>;

export const TOKENS = { ixc: "7:abcdef", mkAuth: { id: "client", secret: "segredo" }, asaas: "$aact_prod_x" };
const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3fQ.c2ln";

/**
 * IXC Provedor, MK-AUTH and Asaas at one address, as docs/BILLS.md says that they answer. Customers are known by the bills
 * that they have had.
 */
export function someBillSystems() {
  allowInner(["127.0.0.1"]);
  const bills: PretendedBill[] = [], asked: string[] = [];
  const held = Promise.withResolvers<void>();
  const systems = {
    address: "",
    bills,
    /** Method and path of each call, with what it looked for. */
    asked,
    /** What happens to calls of which the path has this in it. */
    lies: new Map<string, SystemLie>(),
    /** IXC keeps the numbers as they were typed. */
    dotted: true,
    /** A filter that the service does not know lets everybody through. */
    filters: true,
    /** Calls wait until this is fulfilled. */
    gate: undefined as Promise<void> | undefined,
    async close() {
      held.resolve();
      await server.shutdown();
    },
  };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
  systems.address = `http://127.0.0.1:${server.addr.port}`;
  return systems;

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url), body = request.method === "POST" ? await request.json() : {};
    asked.push(`${request.method} ${url.pathname}${url.search}${body.query ? ` ${body.query}` : ""}`);
    await systems.gate;
    const lie = [...systems.lies].find(([part]) => url.pathname.includes(part))?.[1];
    if (lie === "silence") await held.promise;
    if (lie) return lied(lie);
    if (url.pathname.startsWith("/webservice/v1/")) return ixc(request, url.pathname.split("/")[3]!, body);
    if (url.pathname.startsWith("/api/")) return mkAuth(request, url.pathname);
    return asaas(request, url);
  }

  function ixc({ headers }: Request, table: string, body: Record<string, string>): Response {
    if (headers.get("authorization") !== `Basic ${btoa(TOKENS.ixc)}`) {
      return new Response("Unauthorized", { status: 401 });
    }
    if (table === "get_pix") {
      const code = bills.find(({ id }) => id === body.id_areceber)?.pixCode;
      return Response.json(code ? { type: "success", pix: { qrCode: { qrcode: code } } } : { type: "error" });
    }
    if (headers.get("ixcsoft") !== "listar") return Response.json({ type: "error", message: "…" });
    const rows = table === "cliente" ? customers().map(asIxc) : bills.map(receivable);
    const field = body.qtype!.split(".")[1] as keyof typeof rows[number];
    const registros = rows.filter((row) => !systems.filters || row[field] === body.query);
    return Response.json({ page: "1", total: String(registros.length), ...(registros.length ? { registros } : {}) });
  }

  function customers(): string[] {
    return [...new Set(bills.map(({ taxNumber }) => taxNumber))];
  }

  function asIxc(taxNumber: string) {
    const cnpj_cpf = systems.dotted ? taxNumber.replace(/^(...)(...)(...)(..)$/, "$1.$2.$3-$4") : taxNumber;
    return { id: customerId(taxNumber), cnpj_cpf, razao: "Maria da Silva" } as Record<string, string>;
  }

  function customerId(taxNumber: string): string {
    return String(customers().indexOf(taxNumber) + 1);
  }

  function receivable({ id, taxNumber, amount, dueDate, line = "", link = "", is }: PretendedBill) {
    return {
      id,
      id_cliente: customerId(taxNumber),
      status: is === "paid" ? "R" : "A",
      liberado: is === "hidden" ? "N" : "S",
      valor: amount,
      valor_aberto: amount,
      data_vencimento: dueDate,
      linha_digitavel: line,
      gateway_link: link,
    } as Record<string, string>;
  }

  function mkAuth({ headers }: Request, path: string): Response {
    if (path === "/api/") {
      const { id, secret } = TOKENS.mkAuth;
      const isRight = headers.get("authorization") === `Basic ${btoa(`${id}:${secret}`)}`;
      return isRight ? new Response(JWT) : new Response("", { status: 401 });
    }
    if (headers.get("authorization") !== `Bearer ${JWT}`) return new Response("", { status: 401 });
    const [, , , which, taxNumber] = path.split("/"), today = new Date().toISOString().slice(0, 10);
    const titulos = bills.filter((bill) => !systems.filters || bill.taxNumber === taxNumber)
      .filter(({ dueDate, is }) => is !== "paid" && (which === "vencido" ? dueDate < today : true))
      .map(({ id, taxNumber, amount, dueDate, line, pixCode, link }) => ({
        uuid_lanc: id,
        titulo: id,
        cpf_cnpj: taxNumber,
        status: dueDate < today ? "vencido" : "aberto",
        valor: amount,
        datavenc: `${dueDate} 00:00:00`,
        linhadig: line ?? null,
        pix: pixCode ?? null,
        pix_link: link ?? null,
        url: null,
      }));
    return Response.json(titulos.length ? { titulos } : { mensagem: "Registro não encontrado" });
  }

  function asaas({ headers }: Request, { pathname, searchParams }: URL): Response {
    if (headers.get("access_token") !== TOKENS.asaas) return Response.json({ errors: [] }, { status: 401 });
    const [noun, id, part] = pathname.split("/").slice(1);
    if (noun === "customers") {
      const own = customers().filter((each) => !systems.filters || each === searchParams.get("cpfCnpj"));
      return Response.json({
        data: own.map((cpfCnpj) => ({ id: `cus_${customerId(cpfCnpj)}`, cpfCnpj, deleted: false })),
      });
    }
    if (!id) return Response.json({ data: payments(searchParams) });
    const bill = bills.find((each) => `pay_${each.id}` === id);
    const said = part === "pixQrCode" ? bill?.pixCode : bill?.line;
    if (!said) return Response.json({ errors: [{ code: "invalid_action" }] }, { status: 400 });
    return Response.json(part === "pixQrCode" ? { payload: said, encodedImage: "" } : { identificationField: said });
  }

  function payments(query: URLSearchParams) {
    const today = new Date().toISOString().slice(0, 10);
    return bills.map(({ id, taxNumber, amount, dueDate, line, link, is }) => ({
      id: `pay_${id}`,
      customer: `cus_${customerId(taxNumber)}`,
      value: Number(amount),
      dueDate,
      status: is === "paid" ? "RECEIVED" : dueDate < today ? "OVERDUE" : "PENDING",
      billingType: line ? "BOLETO" : "PIX",
      invoiceUrl: link ?? null,
      bankSlipUrl: null,
      deleted: is === "hidden",
    })).filter(({ customer, status }) => customer === query.get("customer") && status === query.get("status"));
  }
}

function lied(lie: SystemLie): Response {
  if (lie === "garbage") return new Response("<html>Manutenção</html>");
  if (lie === "shapeless") return Response.json({ registros: "x", titulos: 7, data: { id: 1 } });
  if (lie === "elsewhere") return new Response(null, { status: 302, headers: { location: "http://127.0.0.1:1/" } });
  return lie === "half" ? new Response('{"registros": [') : new Response("", { status: Number(lie) || 500 });
}
