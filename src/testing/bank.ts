// Long, as one bank: the calls of a Pix API that the product makes, and what a test may have go wrong in each.
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { crc16 } from "../shared/static_code.ts";
import { aCertificate, type Certified } from "./certificates.ts";

/**
 * What the bank does instead of answering the next call as it should: `500`, `429` (in a second), `429 for a minute`,
 * `garbage` (200, and no JSON), `cut` (nothing is done, the line breaks off), `half` (it is done, the line breaks off in the
 * middle of the answer), `done, then cut` (it is done, and nobody hears of it), `silence` (no answer ever), `elsewhere` (a
 * redirect).
 */
export type Lie =
  | "500"
  | "429"
  | "429 for a minute"
  | "garbage"
  | "cut"
  | "half"
  | "done, then cut"
  | "silence"
  | "elsewhere";

interface Paid {
  endToEndId: string;
  txid: string;
  valor: string;
  horario: string;
  chave: string;
}

interface Cob {
  calendario: { criacao: string; expiracao: number };
  txid: string;
  revisao: number;
  status: "ATIVA" | "CONCLUIDA" | "REMOVIDA_PELO_USUARIO_RECEBEDOR" | "REMOVIDA_PELO_PSP";
  valor: { original: string };
  chave: string;
  solicitacaoPagador?: string;
  pixCopiaECola: string;
  pix: Paid[];
}

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const NO_CHARGE = refusal("cobranca_nao_encontrada");
/** As Efí has them; whatever else a body has is refused. */
const FIELDS = ["calendario", "valor", "chave", "solicitacaoPagador"];

let identities: Promise<{ ca: Certified; server: Certified; client: Certified }> | undefined;

/** Made once for all banks of a process. */
async function makeIdentities() {
  const ca = await aCertificate({ name: "Banco de Mentira CA" });
  const [server, client] = await Promise.all([
    aCertificate({ name: "localhost", by: ca }),
    aCertificate({ name: "Balcão", by: ca }),
  ]);
  return { ca, server, client };
}

export type Bank = Awaited<ReturnType<typeof aBank>>;

/** A bank that speaks as Efí's Pix API does (dev.efipay.com.br) and asks for client certificates. It lies on demand. */
export async function aBank() {
  const { ca, server: own, client } = await (identities ??= makeIdentities());
  const charges = new Map<string, Cob>(), tokens = new Set<string>();
  const calls: string[] = [], lies: Lie[] = [], notices: Paid[] = [], sent: unknown[] = [];
  const access = {
    address: "",
    clientId: "Client_Id_de_teste",
    clientSecret: "Client_Secret_de_teste",
    certificate: client.cert + client.key,
    ca: ca.cert,
    pixKey: "123e4567-e12b-12d1-a456-426655440000",
  };
  const bank = {
    ...access,
    /** The client's certificate, and the authority that signed it. */
    client,
    authority: ca,
    charges,
    /** What was asked, such as `PUT /v2/cob`. */
    calls,
    /** Each is for one call, in their order; calls for a token are answered rightly, unless `liesAboutTokens`. */
    lies,
    liesAboutTokens: false,
    tokenLasts: 3600,
    refusesTokens: false,
    /** Where it sends its notices. */
    noticeAddress: "",
    /** Notices wait until `sendNotices`. */
    holdsNotices: false,
    /** What it has sent. */
    sent,
    forgetTokens: () => tokens.clear(),
    pay,
    sendNotices,
    /** The bank takes a charge back by itself. */
    remove: (txid: string) => void (charges.get(txid)!.status = "REMOVIDA_PELO_PSP"),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };

  const server = createServer(
    { cert: own.cert, key: own.key, ca: [ca.cert], requestCert: true, rejectUnauthorized: true },
    (request, response) => void answer(request, response),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  bank.address = `https://localhost:${(server.address() as { port: number }).port}`;
  return bank;

  /** Somebody pays, the whole amount or another one, also what is paid or taken back. The notice goes out at once unless held. */
  async function pay(txid: string, cents?: number): Promise<Paid> {
    const cob = charges.get(txid);
    if (!cob) throw new Error(`nobody can pay ${txid}: the bank has no such charge`);
    const endToEndId = `E00038166${crypto.randomUUID().replaceAll("-", "").slice(0, 23)}`;
    const valor = cents === undefined ? cob.valor.original : (cents / 100).toFixed(2);
    const paid = { endToEndId, txid, valor, horario: new Date().toISOString(), chave: cob.chave };
    cob.pix.push(paid);
    if (cob.status === "ATIVA") cob.status = "CONCLUIDA";
    notices.push(paid);
    if (!bank.holdsNotices) await sendNotices();
    return paid;
  }

  /** Sends what waits: all in one call, `times` over, the latest payment first when `reversed`; then forgets it. */
  async function sendNotices({ times = 1, reversed = false } = {}): Promise<number[]> {
    const pix = notices.splice(0);
    if (!pix.length) return [];
    if (reversed) pix.reverse();
    const statuses: number[] = [];
    for (let nth = 0; nth < times; nth++) statuses.push(await notify(noticePath(bank.noticeAddress), { pix }));
    return statuses;
  }

  async function notify(address: string, notice: unknown): Promise<number> {
    if (!address) return 0;
    sent.push(notice);
    const body = JSON.stringify(notice), headers = { "content-type": "application/json" };
    const answer = await fetch(address, { method: "POST", body, headers });
    await answer.body?.cancel();
    return answer.status;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, bank.address), method = request.method!;
    const body = await bodyOf(request), isToken = pathname === "/oauth/token";
    calls.push(`${method} ${pathname.replace(/^(\/v2\/\w+)\/.*/, "$1")}`);
    const lie = isToken && !bank.liesAboutTokens ? undefined : lies.shift();
    if (lie === "cut") return void request.socket.destroy();
    if (lie === "silence") return;
    if (lie && INSTEAD[lie]) return say(response, INSTEAD[lie]);
    const truth = isToken ? token(request, body) : await answerTo(request, pathname, body);
    if (lie === "done, then cut") return void request.socket.destroy();
    if (lie === "half") return sayHalf(response, truth);
    say(response, truth);
  }

  function token({ headers }: IncomingMessage, body: Record<string, unknown>): Answer {
    const basic = `Basic ${btoa(`${bank.clientId}:${bank.clientSecret}`)}`;
    if (headers.authorization !== basic || body.grant_type !== "client_credentials") {
      return { status: 401, body: { error: "invalid_client", error_description: "Invalid or inactive credentials" } };
    }
    const token = crypto.randomUUID();
    tokens.add(token);
    return { status: 200, body: { access_token: token, token_type: "Bearer", expires_in: bank.tokenLasts } };
  }

  async function answerTo(request: IncomingMessage, path: string, body: Record<string, unknown>): Promise<Answer> {
    const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
    if (bank.refusesTokens || !tokens.has(token)) {
      return { status: 401, body: { error: "invalid_token" } };
    }
    const [, , noun, last = ""] = path.split("/"), name = decodeURIComponent(last);
    const verb = `${request.method} ${noun}`;
    if (verb === "PUT cob") return make(name, body as unknown as Partial<Cob>);
    if (verb === "GET cob") return shown(name);
    if (verb === "PATCH cob") return takeBack(name, body);
    if (verb === "PUT webhook") return await register(name, request, String(body.webhookUrl));
    return { status: 404, body: {} };
  }

  function make(txid: string, body: Partial<Cob>): Answer {
    if (Object.keys(body).some((name) => !FIELDS.includes(name))) return refusal("json_invalido");
    if (!/^[a-zA-Z\d]{26,35}$/.test(txid) || !/^\d{1,10}\.\d{2}$/.test(body.valor?.original ?? "")) {
      return refusal("valor_invalido");
    }
    if (body.chave !== bank.pixKey) return refusal("chave_invalida");
    if (charges.has(txid)) return refusal("txid_duplicado", 409);
    const { valor, chave, solicitacaoPagador } = body;
    const calendario = { criacao: new Date().toISOString(), expiracao: body.calendario!.expiracao };
    charges.set(txid, {
      calendario,
      txid,
      revisao: 0,
      status: "ATIVA",
      valor: valor!,
      chave,
      solicitacaoPagador,
      pixCopiaECola: codeOf(txid),
      pix: [],
    });
    const { pix: _, ...made } = charges.get(txid)!;
    return { status: 201, body: made };
  }

  /** As Efí shows them: the time as a text, the payments only where there are any, and then no code. */
  function shown(txid: string): Answer {
    const cob = charges.get(txid);
    if (!cob) return NO_CHARGE;
    const { pix, pixCopiaECola, calendario, ...rest } = cob;
    const shownCalendar = { ...calendario, expiracao: String(calendario.expiracao) };
    return { status: 200, body: { ...rest, calendario: shownCalendar, ...(pix.length ? { pix } : { pixCopiaECola }) } };
  }

  function takeBack(txid: string, { status }: Record<string, unknown>): Answer {
    const cob = charges.get(txid);
    if (!cob) return NO_CHARGE;
    if (cob.status !== "ATIVA") return refusal("status_cobranca_invalido");
    if (status !== "REMOVIDA_PELO_USUARIO_RECEBEDOR") return refusal("json_invalido");
    // As in Efí's example, the answer is the charge as it was.
    const before = shown(txid);
    Object.assign(cob, { status, revisao: cob.revisao + 1 });
    return before;
  }

  async function register(key: string, { headers }: IncomingMessage, address: string): Promise<Answer> {
    if (key !== bank.pixKey) return refusal("chave_invalida");
    const { protocol, hostname } = new URL(address);
    // Tests have their product on plain http, on this machine.
    if (protocol !== "https:" && hostname !== "127.0.0.1" && hostname !== "localhost") return refusal("valor_invalido");
    if (headers["x-skip-mtls-checking"] !== "true") return refusal("webhook_invalido");
    const status = await notify(address, { evento: "teste_webhook" }).catch(() => 0);
    if (status !== 200) return refusal("webhook_invalido");
    bank.noticeAddress = address;
    return { status: 201, body: { webhookUrl: address } };
  }
}

const INSTEAD: Partial<Record<Lie, Answer>> = {
  "500": { status: 500, body: { nome: "erro_aplicacao", mensagem: "Ocorreu um erro" } },
  "429": { status: 429, body: {}, headers: { "retry-after": "1" } },
  "429 for a minute": { status: 429, body: {}, headers: { "retry-after": "60" } },
  garbage: { status: 200, body: "<html>Manutenção programada</html>" },
  elsewhere: { status: 302, body: {}, headers: { location: "https://example.com/" } },
};

function refusal(nome: string, status = 400): Answer {
  return { status, body: { nome, mensagem: "…" } };
}

function noticePath(address: string): string {
  const url = new URL(address || "http://localhost");
  // The bank adds this to the address, unless its query ends in `ignorar=`.
  if (!url.search.endsWith("ignorar=")) url.pathname = `${url.pathname.replace(/\/$/, "")}/pix`;
  return address && url.href;
}

function say(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

function sayHalf(response: ServerResponse, { status, body }: Answer): void {
  const text = new TextEncoder().encode(JSON.stringify(body));
  response.writeHead(status, { "content-type": "application/json", "content-length": text.length });
  response.write(text.slice(0, text.length >> 1), () => response.socket?.destroy());
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const piece of request) text += piece;
  return text ? JSON.parse(text) : {};
}

/** A code as banks make them for a charge: the address at which a payer's bank reads it. */
function codeOf(txid: string): string {
  const url = `qrcodes.example/v2/${txid}`, account = `0014br.gov.bcb.pix25${url.length}${url}`;
  const body = `00020101021226${account.length}${account}5204000053039865802BR5906BALCAO6008BRASILIA62070503***6304`;
  return body + crc16(body);
}
