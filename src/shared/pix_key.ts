import { readTaxNumber } from "./tax_number.ts";

const EMAIL = /^[a-z\d.!#$&'*+/=?^_`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/;
const RANDOM = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const PHONE = /^\+55\d{10,11}$/;
/** Characters of an e-mail address that is a key (Banco Central, DICT). */
const LONGEST = 77;

/**
 * A Pix key as the banks know it: CPF and CNPJ without dots, telephones as +5511987654321, e-mail addresses and random keys
 * in small letters (Banco Central, DICT). Undefined for what is no key: eleven digits are a CPF, and a telephone has its +55.
 */
export function readPixKey(typed: string): string | undefined {
  const text = typed.trim(), small = text.toLowerCase();
  if (RANDOM.test(small)) return small;
  if (small.includes("@")) return small.length <= LONGEST && EMAIL.test(small) ? small : undefined;
  if (text.startsWith("+")) {
    const phone = text.replace(/[\s().-]/g, "");
    return PHONE.test(phone) ? phone : undefined;
  }
  return /^[A-Za-z\d.\s/-]+$/.test(text) ? onlyTaxNumber(text) : undefined;
}

/** The number where the text is one and nothing else. */
function onlyTaxNumber(text: string): string | undefined {
  const found = readTaxNumber(text)?.number;
  return found === text.replace(/[^A-Za-z\d]/g, "").toUpperCase() ? found : undefined;
}
