import type { OutsideAnswer } from "../platform/ask_outside.ts";
import { nameOfRefusal, readCharge, txidsIn } from "./efi_answers.ts";
import { type EfiAccess, EfiLine, type Patience, refused } from "./efi_line.ts";
import { type Charge, type Gateway, GatewayFault } from "./gateway.ts";

export interface EfiGateway extends Gateway {
  /** Has the bank send its notices to this https address, which it calls at once with a test. */
  registerNotices(address: string): Promise<void>;
  /** Lets the line go; what is under way on it fails. */
  close(): void;
}

const PATIENCE: Patience = { within: 10_000, pauses: [500, 2000, 5000] };
/** What a charge's own txid is made of (bacen/pix-api). */
const TXID = /^[a-zA-Z\d]{26,35}$/;
/** Letters of `solicitacaoPagador`. */
const LONGEST_TEXT = 140;

/**
 * The Banco Central's Pix API as Efí speaks it. Throws a GatewayFault for whatever the bank does wrong: `unreachable` (no
 * answer, half of one, 5xx), `limited` (429), `refused` (our credentials or what we asked), `senseless`.
 */
export function efiGateway({ pixKey, ...access }: EfiAccess & { pixKey: string }, patience = PATIENCE): EfiGateway {
  const line = new EfiLine(access, patience);

  async function lookUp(txid: string): Promise<Charge | undefined> {
    const path = pathOf(txid), answer = await line.ask("GET", path);
    if (answer.status === 200) return readCharge(answer.text, txid);
    if (isUnknown(answer)) return undefined;
    throw refused("GET", path, answer);
  }

  return {
    lookUp,

    async charge({ txid, cents, text, expiresIn }) {
      const path = pathOf(txid);
      const answer = await line.ask("PUT", path, {
        body: {
          calendario: { expiracao: expiresIn },
          valor: { original: amountText(cents) },
          chave: pixKey,
          solicitacaoPagador: [...text].slice(0, LONGEST_TEXT).join(""),
        },
      });
      const isThere = answer.status === 409;
      if (answer.status !== 201 && answer.status !== 200 && !isThere) throw refused("PUT", path, answer);
      const charge = isThere ? await lookUp(txid) : readCharge(answer.text, txid);
      if (!charge) throw new GatewayFault("senseless", "the bank has the charge, and has it not");
      if (charge.state === "open" && !charge.pixCode) throw new GatewayFault("senseless", "a charge without a code");
      return charge;
    },

    async cancel(txid) {
      const path = pathOf(txid);
      const answer = await line.ask("PATCH", path, { body: { status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" } });
      // Efí refuses to take back what is paid, and may answer with the charge as it was before.
      const charge = await lookUp(txid);
      if (charge?.state === "open") throw refused("PATCH", path, answer);
      return charge;
    },

    txidsOf: txidsIn,

    async registerNotices(address) {
      const path = `/v2/webhook/${encodeURIComponent(pixKey)}`;
      const answer = await line.ask("PUT", path, {
        body: { webhookUrl: address },
        // The proxies before us ask for no certificate: a notice is a hint, and proves nothing (pix.md).
        headers: { "x-skip-mtls-checking": "true" },
      });
      if (answer.status !== 200 && answer.status !== 201) throw refused("PUT", path, answer);
    },

    close: () => line.close(),
  };
}

function pathOf(txid: string): string {
  if (!TXID.test(txid)) throw new RangeError("a txid has 26 to 35 letters and digits");
  return `/v2/cob/${txid}`;
}

/** The Banco Central's API says 404, Efí's documentation 400 with a name. */
function isUnknown({ status, text }: OutsideAnswer): boolean {
  return status === 404 || (status === 400 && nameOfRefusal(text) === "cobranca_nao_encontrada");
}

function amountText(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 1) throw new RangeError("a charge is of a whole number of cents");
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
