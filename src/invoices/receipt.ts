import { and, desc, eq, inArray } from "drizzle-orm";
import { Hono } from "hono";
import type { CompanyRow } from "../companies/table.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import { may } from "../contract/permissions.ts";
import type { Read } from "../platform/company.ts";
import type { Vars } from "../platform/routes.ts";
import { shownIn } from "../shared/clock.ts";
import { moneyText } from "../shared/money.ts";
import { printable, wrapped } from "./printed_text.ts";
import { companyIn, ownInvoice } from "./rows.ts";
import { contactOf } from "./subscription.ts";
import { type InvoiceRow, paymentTable } from "./table.ts";

/**
 * The receipt of a paid invoice as a PDF, for who may pay it; also when the company is overdue. It is a paper for the
 * books of Brazilian companies, and therefore in Portuguese.
 */
export const receiptRoutes = new Hono<Vars>().get("/invoices/:id{[1-9][0-9]{0,14}}/receipt", async (http) => {
  const { who, tenants } = http.var;
  if (who instanceof Refusal) throw who;
  if (who.owesFactor) refuse("ERR_SECOND_FACTOR_REQUIRED");
  if (!may(who.person, "invoices:pay")) refuse("ERR_NO_PERMISSION");
  const { read } = tenants.provider;
  const invoice = ownInvoice(read, who.company.id, Number(http.req.param("id")));
  if (invoice.status !== "paid") refuse("ERR_INVOICE_NOT_PAID");
  const pdf = await receiptOf(read, invoice, companyIn(read, invoice.companyId)!);
  return http.body(pdf, 200, {
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="recibo-${invoice.id}.pdf"`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
});

const RECURRENCE_TEXTS = {
  MENSAL: "mensal",
  BIMESTRAL: "bimestral",
  TRIMESTRAL: "trimestral",
  SEMESTRAL: "semestral",
  ANUAL: "anual",
};
/** Points. A4. */
const PAGE = { width: 595.28, height: 841.89, margin: 56 };

/** Draws it. Letters that the printed fonts do not have become their plain ones, or a question mark. */
async function receiptOf(db: Read, invoice: InvoiceRow, company: CompanyRow): Promise<Uint8Array<ArrayBuffer>> {
  // It is half a megabyte that nobody needs before there is a receipt.
  const { PDFDocument, StandardFonts, rgb } = await import("pdf-lib");
  const document = await PDFDocument.create();
  const [plain, bold] = await Promise.all([
    document.embedFont(StandardFonts.Helvetica),
    document.embedFont(StandardFonts.HelveticaBold),
  ]);
  const provider = contactOf(db), title = `Recibo da fatura ${invoice.id}`;
  document.setTitle(title);
  document.setProducer("Balcão");
  document.setLanguage("pt-BR");
  const page = document.addPage([PAGE.width, PAGE.height]), grey = rgb(0.35, 0.38, 0.44);
  const width = PAGE.width - 2 * PAGE.margin, at = { x: PAGE.margin, y: PAGE.height - PAGE.margin };
  const write = (
    text: string,
    { font = plain, size = 10, x = at.x, color = rgb(0.09, 0.1, 0.13), room = width } = {},
  ) => {
    const lines = wrapped(printable(text, font), font, size, room);
    for (const line of lines) {
      at.y -= size * 1.4;
      page.drawText(line, { x, y: at.y, font, size, color });
    }
  };
  write(provider.name || "Balcão", { font: bold, size: 16 });
  const reached = [provider.email, provider.phone].filter(Boolean).join("  ·  ");
  if (reached) write(reached, { color: grey });
  at.y -= 24;
  write(title, { font: bold, size: 20 });
  write(moneyText(invoice.cents / 100), { font: bold, size: 20 });
  at.y -= 16;
  for (const [label, value] of linesOf(db, invoice, company)) {
    at.y -= 8;
    const { y } = at;
    write(label, { color: grey, room: 140 });
    at.y = y;
    write(value, { x: at.x + 150, room: width - 150 });
  }
  return await document.save() as Uint8Array<ArrayBuffer>;
}

function linesOf(db: Read, invoice: InvoiceRow, company: CompanyRow): [label: string, value: string][] {
  const { addressStreet, addressDistrict, addressCity, addressState, addressZipCode, timeZone } = company;
  const address = [addressStreet, addressDistrict, addressCity, addressState, addressZipCode].filter(Boolean).join(
    ", ",
  );
  const [payment] = db.select().from(paymentTable)
    .where(
      and(eq(paymentTable.invoiceId, invoice.id), inArray(paymentTable.kind, ["paid", "by_hand", "short", "over"])),
    )
    .orderBy(desc(eq(paymentTable.kind, "paid")), desc(eq(paymentTable.decision, "accept"))).limit(1).all();
  const lines: [string, string][] = [
    ["Recebido de", company.billingName || company.name],
    ["Empresa", company.name],
    ["Endereço", address],
    ["Referente a", `${invoice.detail}, ${RECURRENCE_TEXTS[invoice.recurrence]}`],
    ["Vencimento", dayText(invoice.dueDate)],
    ["Pago em", shownIn(timeZone, invoice.paidAt!, "dd/MM/yyyy HH:mm")],
    ["Válido até", invoice.renewedTo === null ? "" : dayText(invoice.renewedTo)],
    ["Forma", payment?.endToEndId ? "Pix" : "Confirmado pelo fornecedor"],
    ["Identificação", payment?.endToEndId ?? ""],
  ];
  return lines.filter(([, value]) => value !== "");
}

/** dd/MM/yyyy of a YYYY-MM-DD. */
function dayText(day: string): string {
  return day.split("-").reverse().join("/");
}
