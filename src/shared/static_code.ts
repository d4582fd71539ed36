import { readPixKey } from "./pix_key.ts";

export interface StaticCode {
  /** In any spelling. */
  key: string;
  /** Whose it is and where, at most 25 and 15 letters of which arrive. */
  name: string;
  city: string;
  /** Left out: the payer types the amount. */
  cents?: number;
  /** What the payer reads, as much of it as there is room. */
  text?: string;
  /** At most 25 letters and digits; anything else is left out. */
  txid?: string;
}

/** Characters that name, city and a whole field can have (Banco Central, Manual de Padrões para Iniciação do Pix). */
const MOST = { name: 25, city: 15, field: 99 };

/**
 * The text of a static Pix code (BR Code; EMV QRCPS-MPM and the Banco Central's Manual de Padrões para Iniciação do Pix).
 * Throws a RangeError where key, name, city or amount are none.
 */
export function staticCode({ key: typed, name, city, cents, text = "", txid = "" }: StaticCode): string {
  const key = readPixKey(typed), holder = plain(name, MOST.name), place = plain(city, MOST.city);
  if (!key || !holder || !place) throw new RangeError("a static Pix code needs a key, a name and a city");
  const body = [
    field("00", "01"),
    field("26", account(key, text)),
    field("52", "0000"),
    field("53", "986"),
    cents === undefined ? "" : field("54", amount(cents)),
    field("58", "BR"),
    field("59", holder),
    field("60", place),
    field("62", field("05", /^[a-zA-Z\d]{1,25}$/.test(txid) ? txid : "***")),
    "6304",
  ].join("");
  return body + crc16(body);
}

function account(key: string, text: string): string {
  const must = field("00", "br.gov.bcb.pix") + field("01", key);
  const shown = plain(text, Math.max(0, MOST.field - must.length - 4));
  return must + (shown && field("02", shown));
}

function field(id: string, value: string): string {
  return id + String(value.length).padStart(2, "0") + value;
}

function amount(cents: number): string {
  // The field has room for thirteen characters.
  if (!Number.isSafeInteger(cents) || cents < 1 || cents > 999_999_999_999) throw new RangeError("no amount");
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** Without accents and whatever else is not ASCII, cut at `most`. */
function plain(text: string, most: number): string {
  return text.normalize("NFKD").replace(/[^ -~\s]/g, "").replace(/\s+/g, " ").trim().slice(0, most).trimEnd();
}

/** CRC-16/CCITT-FALSE (polynomial 0x1021, starting with 0xFFFF) of an ASCII text, as four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const letter of text) {
    crc ^= letter.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
