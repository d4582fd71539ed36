import * as z from "zod/mini";
import { centsOf, MOST_MONEY, readMoney } from "../shared/money.ts";
import { del, get, post, put } from "./call.ts";
import { Id, typed } from "./fields.ts";
import { Revision, Was } from "./revisions.ts";

/** What a plan counts (spec 2 §3, Plan). */
export const LIMITED = ["users", "connections", "queues"] as const;
export type Limited = typeof LIMITED[number];

/** How many; null for as many as one likes. */
const Limit = z.nullable(z.int());

/** A plan as a stranger sees it before signing up. */
export const PlanOffer = z.object({
  id: Id,
  name: z.string(),
  users: Limit,
  connections: Limit,
  queues: Limit,
  /** Reais a month. */
  value: z.number(),
});
export type PlanOffer = z.infer<typeof PlanOffer>;

export const Plan = z.extend(PlanOffer, {
  /** Bytes of files; null for as many as one likes. */
  storage: Limit,
  /** Whether strangers may choose it at sign-up. */
  offered: z.boolean(),
  /** How many companies have it. */
  companies: z.int(),
  revision: Revision,
});
export type Plan = z.infer<typeof Plan>;

/** What there is more of than a plan allows: nothing is taken away, but no more is added. */
export const PlanExcess = z.object({
  what: z.enum([...LIMITED, "storage"]),
  /** Of storage both are bytes. */
  count: z.int(),
  limit: z.int(),
});
export type PlanExcess = z.infer<typeof PlanExcess>;

/** The same, and of which company. */
export const Excess = z.extend(PlanExcess, { company: z.object({ id: Id, name: z.string() }) });
export type Excess = z.infer<typeof Excess>;

/** A number, or the text of a field; empty there is no limit. */
function limit(most: number) {
  return z.pipe(
    z.nullable(z.union([z.number(), z.string().check(z.regex(/^\s*\d{0,15}\s*$/))])),
    z.pipe(
      z.transform((given: number | string | null) =>
        given === null || String(given).trim() === "" ? null : Number(given)
      ),
      z.nullable(z.int().check(z.minimum(0), z.maximum(most))),
    ),
  );
}

/** An amount in reais: a number, or a text with a comma or a dot before the cents. */
export const Money = z.pipe(
  z.union([z.number(), z.string().check(z.minLength(1), z.maxLength(30))]),
  z.pipe(
    z.transform((given: number | string) => typeof given === "number" ? given : readMoney(given)),
    z.number().check(z.minimum(0), z.maximum(MOST_MONEY), z.refine((amount) => isOfCents(amount))),
  ),
);

const Count = limit(100_000);
/** Of storage, bytes. */
const LIMITS = { users: Count, connections: Count, queues: Count, storage: limit(Number.MAX_SAFE_INTEGER) };

/** Some of a plan's limits. */
export const SomeLimits = z.partial(z.object(LIMITS));

/** What is left out stays as it is. */
export const PlanChange = z.partial(
  z.object({ name: typed(2, 50), value: Money, ...LIMITS, offered: z.boolean() }),
);

/** What is left out is unlimited. */
export const PlanForm = z.object({
  name: typed(2, 50),
  value: Money,
  users: z._default(z.optional(LIMITS.users), null),
  connections: z._default(z.optional(LIMITS.connections), null),
  queues: z._default(z.optional(LIMITS.queues), null),
  storage: z._default(z.optional(LIMITS.storage), null),
  offered: z._default(z.optional(z.boolean()), true),
});

export const plans = {
  list: get("/plans/list", "The plans to choose from at sign-up, by price", {
    who: "public",
    answer: z.array(PlanOffer),
  }),
  all: get("/plans/all", "All plans by name", { who: "plans:edit", answer: z.array(Plan) }),
  show: get("/plans/:id", "One plan", { who: "plans:edit", answer: Plan }),
  add: post("/plans", "Add a plan", { who: "plans:edit", body: PlanForm, answer: Plan }),
  change: put(
    "/plans/:id",
    "Change a plan; companies keep what they have, and `excesses` says who has more than it allows",
    {
      who: "plans:edit",
      body: z.extend(PlanForm, { was: Was }),
      answer: z.object({ plan: Plan, excesses: z.array(Excess) }),
    },
  ),
  remove: del("/plans/:id", "Delete a plan that no company has", { who: "plans:edit" }),
};

function isOfCents(amount: number): boolean {
  return Math.abs(amount * 100 - centsOf(amount)) < 1e-6;
}
