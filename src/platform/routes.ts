import { type Context, Hono } from "hono";
import type * as z from "zod/mini";
import type { AnyCall, Call, Params } from "../contract/call.ts";
import { type ErrorAnswer, type ErrorCode, ERRORS, Refusal, refuse } from "../contract/errors.ts";
import { may } from "../contract/permissions.ts";
import type { Caller } from "./caller.ts";
import type { Company } from "./company.ts";
import { isDiskFull } from "./db.ts";
import { Written } from "./json_in_sql.ts";
import { log } from "./log.ts";
import { Moved } from "./moved.ts";
import { read, readBody, readParams } from "./read_request.ts";
import { checkMayWork, type Session } from "./session.ts";
import type { Tenants } from "./tenants.ts";
import { discard, type ReceivedFile } from "./upload.ts";

export interface Vars {
  Variables: {
    tenants: Tenants;
    caller: Caller;
    /** A page that is not ours made the browser ask. */
    isForeign: boolean;
    /** The session, or why there is none. */
    who: Session | Refusal;
    auditor?: Auditor;
    /** Why it failed stands in the log. */
    isLogged?: boolean;
  };
}

/** Looks at what a call is about to change, and notes what it has changed; nothing for a call that is not noted. */
export type Auditor = (call: AnyCall, asked: Omit<Asked<AnyCall>, "files">) => ((answer: unknown) => void) | undefined;

/** A refusal of what was done all the same; the log notes it as if `done` had been answered. */
export class RefusedAfter extends Refusal {
  constructor(code: ErrorCode, rest: Omit<ErrorAnswer, "error">, readonly done: unknown) {
    super(code, rest);
  }
}

export type AnswerOf<C extends AnyCall> = C extends Call<string, z.ZodMiniType, z.ZodMiniType, infer A> ? z.input<A>
  : never;

/** A request that was let through and read. */
export interface Asked<C extends AnyCall> {
  params: Params<C["path"]>;
  query: z.output<C["query"]>;
  body: z.output<C["body"]>;
  files: ReceivedFile[];
  company: Company;
  person: Session["person"];
  session: Session;
  tenants: Tenants;
  /** The web framework's view, for cookies and headers. */
  http: Context<Vars>;
}

/** What is known of an upload before a byte of it is stored. */
export type Announced<C extends AnyCall> = Omit<Asked<C>, "body" | "files">;

/** Refuses an upload that will not be kept, or says how many bytes there is room for. */
export type Admit<C extends AnyCall> = (announced: Announced<C>) => number;

export type On = <C extends AnyCall>(
  call: C,
  answer: (asked: Asked<C>) => AnswerOf<C> | Written<AnswerOf<C>> | Promise<AnswerOf<C>>,
  admit?: Admit<C>,
) => void;

/** Binds calls to answers: checks who asks, reads what they sent, refuses in one place. */
export function routes(bind: (on: On) => void): Hono<Vars> {
  const app = new Hono<Vars>({ strict: false });
  bind((call, answer, admit) => {
    app.on(call.method, call.path.replace(/\/$/, ""), async (http) => {
      if (call.method !== "GET" && http.get("isForeign")) refuse("ERR_FOREIGN_ORIGIN");
      const session = whoAsks(http, call);
      const params = readParams(http.req.param());
      const query = read(call.query, http.req.query());
      // One by one: `http.var` would be made anew from all of them.
      const tenants = http.get("tenants"), auditor = http.get("auditor");
      const announced = { params, query, session, company: session?.company, person: session?.person, tenants, http };
      const { body, files } = await readBody(
        http,
        call,
        session?.company,
        () => admit?.(announced as never) ?? Infinity,
      );
      const note = auditor?.(call, { ...announced, body } as never);
      try {
        const answered = await answer({ ...announced, body, files } as never);
        if (answered instanceof Written) return http.body(answered.text, 200, AS_JSON);
        note?.(answered);
        return http.json(answered);
      } catch (error) {
        if (error instanceof RefusedAfter) note?.(error.done);
        throw error;
      } finally {
        await discard(files);
      }
    });
  });
  return app;
}

const AS_JSON = { "content-type": "application/json" };

/** The answer to anything thrown on the way: a refusal as it is, all else as an internal error that is logged once. */
export function answerError(error: Error, http: Context): Response {
  const known = isDiskFull(error) ? "ERR_STORAGE_FULL" : isOfNetwork(error) ? "ERR_WAPP_UNREACHABLE" : undefined;
  const refusal = error instanceof Refusal ? error : known && new Refusal(known);
  const { seconds } = (refusal?.rest.detail ?? {}) as { seconds?: number };
  if (refusal?.code === "ERR_TOO_MANY_REQUESTS" && seconds) http.header("retry-after", String(seconds));
  if (refusal?.code === "ERR_COMPANY_MOVING") http.header("retry-after", String(PAUSE));
  if (refusal instanceof Moved && refusal.isFollowed) return leadOn(refusal, http);
  if (refusal && ERRORS[refusal.code] < 500) {
    return http.json({ error: refusal.code, ...refusal.rest } satisfies ErrorAnswer, ERRORS[refusal.code]);
  }
  const code = refusal?.code ?? "ERR_INTERNAL";
  if (!isToldOnce(refusal)) {
    log.error(`${http.req.method} ${http.req.routePath} failed`, { error, status: ERRORS[code] });
    http.set("isLogged", true);
  }
  return http.json({ error: code, ...refusal?.rest } satisfies ErrorAnswer, ERRORS[code]);
}

/** After so many seconds a company that moves is there again, on whichever server. */
const PAUSE = 2;

/** A program comes again with the same method and body (RFC 9110 §15.4.9). */
function leadOn({ address, code, rest }: Moved, http: Context): Response {
  const { pathname, search } = new URL(http.req.url);
  http.header("location", address + pathname + search);
  return http.json({ error: code, ...rest } satisfies ErrorAnswer, 308);
}

const CLOSED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "ERR_COMPANY_UNAVAILABLE",
  "ERR_SERVER_UNAVAILABLE",
  "ERR_MAINTENANCE",
  "ERR_COMPANY_MOVING",
]);

/** A file that cannot be served was named in the log when it was closed: not again with every request. */
function isToldOnce(refusal: Refusal | undefined): boolean {
  return refusal !== undefined && CLOSED.has(refusal.code);
}

/** What a channel's library throws when the line broke or nobody answered (a Boom): no fault of ours, and no 500. */
function isOfNetwork(error: unknown): boolean {
  return error instanceof Error && "isBoom" in error && error.isBoom === true;
}

function whoAsks(http: Context<Vars>, call: AnyCall): Session | undefined {
  if (call.who === "public") return undefined;
  const who = http.get("who");
  if (who instanceof Refusal) {
    // Whoever calls there is a program: what it has shown is no session that has ended.
    if (call.who === "token" && who.code === "ERR_SESSION_EXPIRED") {
      refuse("ERR_API_TOKEN", { detail: { reason: "unknown" } });
    }
    throw who;
  }
  who.token?.admit();
  if (who.token || !call.path.startsWith("/auth/")) checkMayWork(who, call);
  else if (who.actedBy && !WHILE_ACTING.includes(call.path)) refuse("ERR_NO_PERMISSION");
  if (call.who === "token") {
    if (!who.token) refuse("ERR_API_TOKEN", { detail: { reason: "unknown" } });
  } else if (call.who !== "user" && !may(who.person, call.who)) refuse("ERR_NO_PERMISSION");
  if (call.needs === "campaigns" && !who.hasCampaigns) refuse("ERR_CAMPAIGNS_DISABLED");
  return who;
}

/** How a person logs in is nobody's business who acts as them. */
const WHILE_ACTING: readonly string[] = ["/auth/me", "/auth/logout", "/auth/act"];
