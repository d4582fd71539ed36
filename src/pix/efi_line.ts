import { Buffer } from "node:buffer";
import { askOutside, type OutsideAnswer } from "../platform/ask_outside.ts";
import { certificateIn } from "./certificate.ts";
import { nameOfRefusal, readToken } from "./efi_answers.ts";
import { GatewayFault } from "./gateway.ts";

export interface EfiAccess {
  /** `https://pix.api.efipay.com.br`; sandboxes and other banks have their own. */
  address: string;
  clientId: string;
  clientSecret: string;
  /** The certificate and its key, as PEM. */
  certificate: string;
  /** PEM of the authority that signed the bank's own certificate, where it is none of the usual ones. */
  ca?: string;
}

export interface Patience {
  /** How long (ms) an answer may take. */
  within: number;
  /** How long (ms) to wait before each further try, after 429 and 5xx. */
  pauses: readonly number[];
}

/** A bank that wants us to wait longer (ms) is asked by the clock again, not by who waits for the answer. */
const LONGEST_PAUSE = 15_000;
/** A token is taken anew so long (ms) before its end. */
const BEFORE_ITS_END = 60_000;

interface Held {
  token: string;
  until: number;
}

/** What we say to the bank goes this way: over mutual TLS, with a token (OAuth 2 client credentials) that is kept while it holds. */
export class EfiLine {
  #client: Deno.HttpClient | undefined;
  readonly #base: string;
  #held: Held | undefined;
  /** Whoever needs a token meanwhile waits for the same one. */
  #taking: Promise<Held> | undefined;

  constructor(readonly access: EfiAccess, readonly patience: Patience) {
    this.#base = access.address.replace(/\/$/, "");
  }

  /** The bank's answer, whatever it is but 401, 429 and 5xx, which are GatewayFaults in the end. */
  async ask(method: string, path: string, { body, headers = {} }: { body?: unknown; headers?: HeadersInit } = {}) {
    const send = (token: string) =>
      this.#patiently(method, path, {
        body: body === undefined ? undefined : JSON.stringify(body),
        headers: { ...headers, authorization: `Bearer ${token}`, "content-type": "application/json" },
      });
    const token = await this.#currentToken();
    const answer = await send(token);
    if (answer.status !== 401) return answer;
    // The bank forgets tokens before their time, when it starts anew.
    if (this.#held?.token === token) this.#held = undefined;
    const again = await send(await this.#currentToken());
    if (again.status === 401) throw refused(method, path, again);
    return again;
  }

  close(): void {
    this.#client?.close();
  }

  async #currentToken(): Promise<string> {
    if (this.#held && this.#held.until > Date.now()) return this.#held.token;
    this.#taking ??= this.#newToken().then((taken) => this.#held = taken).finally(() => this.#taking = undefined);
    return (await this.#taking).token;
  }

  async #newToken(): Promise<Held> {
    const { clientId, clientSecret } = this.access;
    const answer = await this.#patiently("POST", "/oauth/token", {
      body: JSON.stringify({ grant_type: "client_credentials" }),
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
        "content-type": "application/json",
      },
    });
    if (answer.status !== 200) throw refused("POST", "/oauth/token", answer);
    const { token, seconds } = readToken(answer.text);
    return { token, until: Date.now() + seconds * 1000 - BEFORE_ITS_END };
  }

  async #patiently(method: string, path: string, init: RequestInit): Promise<OutsideAnswer> {
    for (const pause of [...this.patience.pauses, undefined]) {
      const answer = await this.#once(method, path, init);
      if (answer.status !== 429 && answer.status < 500) return answer;
      const wait = Math.max(pause ?? 0, retryAfter(answer));
      if (pause === undefined || wait > LONGEST_PAUSE) throw overloaded(method, path, answer);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    throw new Error("never comes here");
  }

  async #once(method: string, path: string, init: RequestInit): Promise<OutsideAnswer> {
    const { within } = this.patience, client = this.#client ??= this.#connect();
    try {
      return await askOutside(this.#base + path, { ...init, method, within, client });
    } catch (error) {
      throw new GatewayFault("unreachable", `${named(method, path)}: ${(error as Error).message}`);
    }
  }

  #connect(): Deno.HttpClient {
    const { certificate, ca } = this.access;
    try {
      return Deno.createHttpClient({ ...certificateIn(certificate), caCerts: ca ? [ca] : [] });
    } catch {
      throw new GatewayFault("refused", "the certificate cannot be used");
    }
  }
}

/** How long (ms) the bank says to wait (RFC 9110 §10.2.3: seconds, or a date). */
function retryAfter({ headers }: OutsideAnswer): number {
  const said = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(said)) return Number(said) * 1000;
  return Math.max(0, (Date.parse(said) || 0) - Date.now());
}

function overloaded(method: string, path: string, { status }: OutsideAnswer): GatewayFault {
  return new GatewayFault(status === 429 ? "limited" : "unreachable", `${named(method, path)}: ${status}`);
}

export function refused(method: string, path: string, { status, text }: OutsideAnswer): GatewayFault {
  return new GatewayFault("refused", `${named(method, path)}: ${status} ${nameOfRefusal(text)}`.trim());
}

/** Without what stands last in the path, which may be somebody's CPF. */
function named(method: string, path: string): string {
  return `${method} ${path.replace(/^(\/v2\/\w+)\/.*/, "$1")}`;
}
