import * as z from "zod/mini";
import { RECURRENCE_NAMES } from "../shared/recurrence.ts";
import { get, post, put } from "./call.ts";
import { Id, Moment, PageNumber, SearchParam, typed } from "./fields.ts";
import { PlanExcess, PlanOffer } from "./plans.ts";

/** What a company owes for a plan and so many months (spec 2 §3, Invoice). */
export const Invoice = z.object({
  id: Id,
  /** The plan's name. */
  detail: z.string(),
  /** Reais. */
  value: z.number(),
  /** YYYY-MM-DD. */
  dueDate: z.string(),
  status: z.enum(["open", "paid", "cancelled"]),
  recurrence: z.enum(RECURRENCE_NAMES),
  paidAt: z.nullable(Moment),
  /** YYYY-MM-DD until which it renewed the company; null while it is not paid. */
  renewedTo: z.nullable(z.string()),
  revision: z.int(),
});
export type Invoice = z.infer<typeof Invoice>;

/** As the provider sees it: with whose it is. */
export const ProviderInvoice = z.extend(Invoice, {
  company: z.object({ id: Id, name: z.string(), timeZone: z.string() }),
});
export type ProviderInvoice = z.infer<typeof ProviderInvoice>;

/** Why money that came moves nothing by itself (behaviour.md, Companies, plans, money). */
export const PAYMENT_FAULTS = ["short", "over", "twice", "on_cancelled"] as const;
export type PaymentFault = typeof PAYMENT_FAULTS[number];

/** What can be made of such money. */
export const DECISIONS = ["accept", "credit", "refund", "dismiss"] as const;
export type Decision = typeof DECISIONS[number];

/** Money about which a super user has to decide. */
export const PaymentQuestion = z.object({
  id: Id,
  kind: z.enum(PAYMENT_FAULTS),
  /** Reais. */
  value: z.number(),
  at: Moment,
  /** The bank's number of the payment. */
  endToEndId: z.nullable(z.string()),
  invoice: ProviderInvoice,
  /** What may be decided as things are: only an open invoice can be accepted as paid, only a company that is there credited. */
  choices: z.array(z.enum(DECISIONS)),
});
export type PaymentQuestion = z.infer<typeof PaymentQuestion>;

/** Money that came for an invoice, and what was made of it. */
export const InvoicePayment = z.object({
  id: Id,
  /** `paid` it was as it should be; `by_hand` a super user has said so. */
  kind: z.enum(["paid", ...PAYMENT_FAULTS, "by_hand"]),
  /** Reais. */
  value: z.number(),
  at: Moment,
  /** The bank's number of the payment. */
  endToEndId: z.nullable(z.string()),
  /** Null where nothing was to be decided, or nobody has decided yet. */
  decision: z.nullable(z.enum(DECISIONS)),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(Moment),
  note: z.string(),
});
export type InvoicePayment = z.infer<typeof InvoicePayment>;

/** Who pays, and where they are (spec 2 §2, Payment checkout). */
const billing = {
  firstName: z.optional(typed(0, 120)),
  lastName: z.optional(typed(0, 120)),
  address2: z.optional(typed(0, 200)),
  city: z.optional(typed(0, 100)),
  state: z.optional(typed(0, 60)),
  zipcode: z.optional(typed(0, 20)),
  country: z.optional(typed(0, 60)),
};
export const BillingDetails = z.object(billing);

/** Taken and thrown away: no card is charged, and what the browser says of prices is never believed. */
const Unread = z.optional(z.unknown());

/** Spec 2 §3, Subscription payload. */
export const SubscriptionForm = z.object({
  ...billing,
  useAddressForPaymentDetails: Unread,
  nameOnCard: Unread,
  cardNumber: Unread,
  cvv: Unread,
  plan: Unread,
  price: Unread,
  users: Unread,
  connections: Unread,
  invoiceId: z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^[1-9]\d{0,14}$/))]),
    z.pipe(z.transform(Number), Id),
  ),
});

/** What a company subscribes to, and whom it asks about it. */
export const Subscription = z.object({
  /** YYYY-MM-DD. */
  trialExpiration: z.nullable(z.string()),
  dueDate: z.nullable(z.string()),
  recurrence: z.enum(RECURRENCE_NAMES),
  /** The company's billing e-mail. */
  email: z.string(),
  billing: z.object({
    name: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zipcode: z.string(),
    country: z.string(),
  }),
  plan: z.nullable(PlanOffer),
  /** The one that it gets with its next payment. */
  wantedPlan: z.nullable(PlanOffer),
  /**
   * What it may choose from, its own plan, too; none where it has no due date for a plan that costs something, because that
   * was agreed upon otherwise.
   */
  offers: z.array(z.extend(PlanOffer, { excesses: z.array(PlanExcess) })),
  /** The one to be paid next. */
  openInvoice: z.nullable(Invoice),
  provider: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
});
export type Subscription = z.infer<typeof Subscription>;

const Note = typed(1, 500);

export const INVOICE_STATES = ["open", "late", "paid", "cancelled"] as const;

export const invoices = {
  list: get(
    "/invoices/all",
    "A page of the company's invoices, the latest due first; without those that were cancelled",
    {
      who: "invoices:pay",
      whenOverdue: true,
      query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
      answer: z.object({ invoices: z.array(Invoice), hasMore: z.boolean() }),
    },
  ),
  reminder: get("/invoices/reminder", "The company's open invoice that is due within five days or overdue, if any", {
    who: "invoices:pay",
    whenOverdue: true,
    answer: z.object({ invoice: z.nullable(Invoice) }),
  }),
  pay: post(
    "/subscription",
    "Get the Pix code that pays an open invoice; the amount is the invoice's, card fields are thrown away",
    {
      who: "invoices:pay",
      whenOverdue: true,
      body: SubscriptionForm,
      answer: z.object({
        qrcode: z.object({ qrcode: z.string() }),
        /** Reais, as banks write them: `179.00`. */
        valor: z.object({ original: z.string() }),
        /** A `static` code is confirmed by the provider by hand. */
        kind: z.enum(["charge", "static"]),
        /** Whom the payer's bank names, where that is known: of a `static` code. */
        payee: z.nullable(z.string()),
        createdAt: z.nullable(Moment),
        expiresAt: z.nullable(Moment),
      }),
    },
  ),
  subscription: get("/subscription", "What the company subscribes to, and whom to ask about it", {
    who: "invoices:pay",
    whenOverdue: true,
    answer: Subscription,
  }),
  choosePlan: put(
    "/subscription",
    "Choose the plan to go on with, which the company gets with its next payment, and say who pays",
    {
      who: "invoices:pay",
      whenOverdue: true,
      body: z.extend(BillingDetails, { planId: Id }),
      answer: Subscription,
    },
  ),
  everybodys: get("/invoices/provider", "A page of all companies' invoices, the latest due first", {
    who: "invoices:decide",
    query: z.object({
      /** Letters of the company's name, or the invoice's number. */
      searchParam: SearchParam,
      state: z.optional(z.enum(INVOICE_STATES)),
      pageNumber: PageNumber,
    }),
    answer: z.object({ invoices: z.array(ProviderInvoice), hasMore: z.boolean() }),
  }),
  payments: get(
    "/invoices/:id/payments",
    "The money that came for an invoice and what was made of it, the oldest first",
    {
      who: "invoices:decide",
      answer: z.object({ payments: z.array(InvoicePayment) }),
    },
  ),
  confirm: post("/invoices/:id/confirm", "Note that an open invoice was paid, on one's own word", {
    who: "invoices:decide",
    body: z.object({ note: Note }),
    answer: ProviderInvoice,
  }),
  questions: get("/invoices/questions", "Payments about which somebody has to decide, the oldest first", {
    who: "invoices:decide",
    answer: z.object({ questions: z.array(PaymentQuestion) }),
  }),
  decide: post("/invoices/questions/:id", "Decide what becomes of such a payment", {
    who: "invoices:decide",
    body: z.object({ decision: z.enum(DECISIONS), note: Note }),
  }),
  noticePath: get(
    "/invoices/notice-path",
    "The path to which the bank sends its notices; whoever knows it may hint at payments",
    {
      who: "invoices:decide",
      answer: z.object({ path: z.string() }),
    },
  ),
};
