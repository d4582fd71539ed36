import * as z from "zod/mini";
import { type Charge, GatewayFault, type Payment } from "./gateway.ts";

/** `37.00`, as hundredths (bacen/pix-api: always two digits after the dot). */
const Amount = z.pipe(
  z.string().check(z.regex(/^\d{1,10}\.\d{2}$/)),
  z.transform((text: string) => Number(text.replace(".", ""))),
);
const When = z.pipe(
  z.string().check(z.refine((text: string) => !Number.isNaN(Date.parse(text)))),
  z.transform((text: string) => Date.parse(text)),
);
/** Efí's documentation has it now as a number, now as a text. */
const Seconds = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,10}$/))]),
  z.transform((value: number | string) => Number(value)),
);

const STATES = {
  ATIVA: "open",
  CONCLUIDA: "paid",
  REMOVIDA_PELO_USUARIO_RECEBEDOR: "removed",
  REMOVIDA_PELO_PSP: "removed",
} as const;

const Cob = z.object({
  txid: z.string(),
  status: z.enum(Object.keys(STATES) as [keyof typeof STATES]),
  valor: z.object({ original: Amount }),
  calendario: z.optional(z.object({ criacao: z.optional(When), expiracao: z.optional(Seconds) })),
  pixCopiaECola: z.optional(z.string()),
  pix: z.optional(z.array(z.object({ endToEndId: z.string(), valor: Amount, horario: When }))),
});

/** An immediate charge as the bank tells of it; throws a GatewayFault for what is none, or another's. */
export function readCharge(text: string, txid: string): Charge {
  const { status, valor, calendario, pixCopiaECola = "", pix = [], ...cob } = read(Cob, text);
  if (cob.txid !== txid) throw new GatewayFault("senseless", "the bank answered with another charge");
  const { criacao, expiracao } = calendario ?? {};
  const expiresAt = criacao === undefined || expiracao === undefined ? null : criacao + expiracao * 1000;
  const payments = pix.map(({ endToEndId, valor: cents, horario: at }): Payment => ({ endToEndId, cents, at }));
  const each = [...new Map(payments.map((payment) => [payment.endToEndId, payment])).values()];
  return { txid, state: STATES[status], cents: valor.original, pixCode: pixCopiaECola, expiresAt, payments: each };
}

const Token = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: Seconds });

export function readToken(text: string): { token: string; seconds: number } {
  const { access_token: token, expires_in: seconds } = read(Token, text);
  return { token, seconds };
}

const Refused = z.object({ nome: z.string().check(z.regex(/^[a-z_]{1,60}$/)) });

/** Efí's name for what it refuses, such as `chave_invalida`; empty where it gives none. */
export function nameOfRefusal(text: string): string {
  return Refused.safeParse(parsed(text)).data?.nome ?? "";
}

const Notice = z.object({ pix: z.array(z.unknown()).check(z.maxLength(10_000)) });
/** Those of static codes are shorter than those of charges. */
const Noticed = z.object({ txid: z.string().check(z.regex(/^[a-zA-Z\d]{1,35}$/)) });

/** The txids in a bank's notice, each once; none where it is no notice. */
export function txidsIn(notice: unknown): string[] {
  const { pix = [] } = Notice.safeParse(notice).data ?? {};
  return [...new Set(pix.flatMap((each) => Noticed.safeParse(each).data?.txid ?? []))];
}

function read<T extends z.ZodMiniType>(schema: T, text: string): z.infer<T> {
  const { data, error } = schema.safeParse(parsed(text));
  // Where it is wrong, never what stands there: it may be a payer's.
  const where = error?.issues.map(({ path }) => path.join(".")).join(", ");
  if (error) throw new GatewayFault("senseless", `the bank's answer makes no sense: ${where || "no JSON object"}`);
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
