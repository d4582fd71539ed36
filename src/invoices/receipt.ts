import { and, desc, eq, inArray } from "drizzle-orm";
import { Hono } from "hono";
import type { CompanyRow } from "../companies/table.ts";
import { Refusal, refuse } from "../contract/errors.ts";
import { may } from "../contract/permissions.ts";
import type { Read } from "../platform/company.ts";
import type { Vars } from "../platform/routes.ts";
import { checkMayWork } from "../platform/session.ts";
import { shownIn } from "../shared/clock.ts";
import { moneyText } from "../shared/money.ts";
import { printable, wrapped } from "./printed_text.ts";
import { languageOf, userById } from "../users/users.ts";
import { LOCALES, type MailLanguage } from "../contract/mail.ts";
import { RECEIPT_WORDS, type ReceiptWords } from "./receipt_words.ts";
import { companyIn, ownInvoice } from "./rows.ts";
import { contactOf } from "./subscription.ts";
import { type InvoiceRow, paymentTable } from "./table.ts";

/**
 * The receipt of a paid invoice as a PDF, for who may pay it and in their language; also when the company is overdue.
 */
export const receiptRoutes = new Hono<Vars>().get("/invoices/:id{[1-9][0-9]{0,14}}/receipt", async (http) => {
  const { who, tenants } = http.var;
  if (who instanceof Refusal) throw who;
  checkMayWork(who, { whenOverdue: true });
  if (!may(who.person, "invoices:pay")) refuse("ERR_NO_PERMISSION");
  const { read } = tenants.provider;
  const invoice = ownInvoice(read, who.company.id, Number(http.req.param("id")));
  if (invoice.status !== "paid") refuse("ERR_INVOICE_NOT_PAID");
  const language = languageOf(userById(who.company.read, who.person.id));
  const pdf = await receiptOf(read, invoice, companyIn(read, invoice.companyId)!, language);
  return http.body(pdf, 200, {
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="${RECEIPT_WORDS[language].file}-${invoice.id}.pdf"`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
});

/** Points. A4. */
const PAGE = { width: 595.28, height: 841.89, margin: 56 };

/** Draws it. Letters that the printed fonts do not have become their plain ones, or a question mark. */
async function receiptOf(
  db: Read,
  invoice: InvoiceRow,
  company: CompanyRow,
  language: MailLanguage,
): Promise<Uint8Array<ArrayBuffer>> {
  // It is half a megabyte that nobody needs before there is a receipt.
  const { PDFDocument, StandardFonts, rgb } = await import("pdf-lib");
  const document = await PDFDocument.create();
  const [plain, bold] = await Promise.all([
    document.embedFont(StandardFonts.Helvetica),
    document.embedFont(StandardFonts.HelveticaBold),
  ]);
  const provider = contactOf(db), title = RECEIPT_WORDS[language].title(invoice.id);
  document.setTitle(title);
  document.setProducer("Balcão");
  document.setLanguage(LOCALES[language]);
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
  for (const [label, value] of linesOf(db, invoice, company, RECEIPT_WORDS[language])) {
    at.y -= 8;
    const { y } = at;
    write(label, { color: grey, room: 140 });
    at.y = y;
    write(value, { x: at.x + 150, room: width - 150 });
  }
  return await document.save() as Uint8Array<ArrayBuffer>;
}

function linesOf(
  db: Read,
  invoice: InvoiceRow,
  company: CompanyRow,
  words: ReceiptWords,
): [label: string, value: string][] {
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
    [words.payer, company.billingName || company.name],
    [words.company, company.name],
    [words.address, address],
    [words.subject, `${invoice.detail}, ${words.recurrence[invoice.recurrence]}`],
    [words.dueDate, dayText(invoice.dueDate)],
    [words.paidAt, shownIn(timeZone, invoice.paidAt!, "dd/MM/yyyy HH:mm")],
    [words.validUntil, invoice.renewedTo === null ? "" : dayText(invoice.renewedTo)],
    [words.way, payment?.endToEndId ? "Pix" : words.byHand],
    [words.identification, payment?.endToEndId ?? ""],
  ];
  return lines.filter(([, value]) => value !== "");
}

/** dd/MM/yyyy of a YYYY-MM-DD. */
function dayText(day: string): string {
  return day.split("-").reverse().join("/");
}
