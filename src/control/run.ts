import * as z from "zod/mini";
import { Refusal } from "../contract/errors.ts";
import { companyNamed } from "./named.ts";
import type { AnyOperation, Asked, Context } from "./operation.ts";
import { OPERATIONS } from "./operations.ts";
import { BadCommand, BadUsage } from "../platform/config.ts";
import { faultsOf } from "../platform/faults.ts";

const BY_NAME = new Map<string, AnyOperation>(OPERATIONS.map((one) => [one.name, one as AnyOperation]));

type Circumstances = Context & Pick<Asked<unknown>, "data" | "say" | "signal">;

/** Runs an operation, whose answer comes when what it stored is on the disk, after its input has passed its schema: a BadUsage names what is wrong with it. */
export async function run(name: string, input: unknown, circumstances: Circumstances): Promise<unknown> {
  const { operation, read } = readInput(name, input);
  let answer: unknown;
  try {
    answer = await operation.run({ ...circumstances, input: read });
  } catch (error) {
    throw named(error, circumstances, read);
  }
  await circumstances.tenants.settled();
  return answer ?? {};
}

/** Of a company whose file cannot be served it is said why, and what to do. */
function named(error: unknown, where: Circumstances, input: unknown): unknown {
  const about = OfCompany.safeParse(input);
  if (!(error instanceof Refusal) || error.code !== "ERR_COMPANY_UNAVAILABLE" || !about.success) return error;
  const { id, name } = companyNamed(where, about.data.company), why = where.tenants.damageOf(id);
  return why === undefined ? error : new BadCommand(`${name} cannot be served: ${why}`);
}

const OfCompany = z.object({ company: z.string() });

/** An operation and what it is given; a BadUsage names what is wrong with that. */
export function readInput(name: string, input: unknown): { operation: AnyOperation; read: unknown } {
  const operation = BY_NAME.get(name);
  if (!operation) throw new BadUsage(`There is no operation ${name}`);
  const read = operation.input.safeParse(input, { reportInput: true });
  if (!read.success) throw new BadUsage(sentenceOf(faultsOf(read.error.issues)));
  return { operation, read: read.data };
}

const WRONG: Record<string, string> = {
  required: "is missing",
  too_short: "is too short",
  too_long: "is too long",
  unknown: "is not known here",
};

function sentenceOf(faults: Record<string, string>): string {
  const [[field, fault]] = Object.entries(faults) as [[string, string]];
  return `${field}: this ${WRONG[fault] ?? "cannot be taken"}`;
}
