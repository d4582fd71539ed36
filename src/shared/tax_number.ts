/** Whose number it is: a person's (CPF, 11 digits) or a company's (CNPJ, 14 characters). */
export interface TaxNumber {
  kind: "cpf" | "cnpj";
  /** Without dots and dashes, letters large. */
  number: string;
}

const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
/** How people write them: with dots, dashes and blanks, or without; a letter is no number's where blanks part it. */
const CPF = /\d{3}[.\s-]{0,2}\d{3}[.\s-]{0,2}\d{3}[.\s/-]{0,3}\d{2}/y;
const CNPJ = /\d{2}[.\s]{0,2}\d{3}[.\s]{0,2}\d{3}[\s/]{0,3}\d{4}[\s-]{0,3}\d{2}/y;
const CNPJ_WITH_LETTERS = /[A-Z\d]{2}\.?[A-Z\d]{3}\.?[A-Z\d]{3}\/?[A-Z\d]{4}-?\d{2}/y;

/** Whether the two check digits of 11 digits are right; eleven times the same digit is nobody's. */
export function isCpf(number: string): boolean {
  return /^\d{11}$/.test(number) && !isOneDigit(number) && hasCheckDigits(number, CPF_WEIGHTS);
}

/**
 * Whether the two check digits of 14 characters are right. Since July 2026 the first twelve may be letters, which count as
 * their ASCII code less 48 (Receita Federal, Instrução Normativa 2.229/2024).
 */
export function isCnpj(number: string): boolean {
  return /^[A-Z\d]{12}\d{2}$/.test(number) && !isOneDigit(number) && hasCheckDigits(number, CNPJ_WEIGHTS);
}

/** `529.982.247-25` or `12.ABC.345/01DE-35`, of a number without dots. */
export function formatTaxNumber(number: string): string {
  return number.length === 11
    ? number.replace(/^(...)(...)(...)(..)$/, "$1.$2.$3-$4")
    : number.replace(/^(..)(...)(...)(....)(..)$/, "$1.$2.$3/$4-$5");
}

/** The first right CPF or CNPJ of a sentence, however it is written. */
export function readTaxNumber(sentence: string): TaxNumber | undefined {
  // Copied numbers bring marks that nobody sees.
  const text = sentence.normalize("NFKC").replace(/\p{Cf}/gu, "").replace(/[‐-―−]/g, "-").toUpperCase();
  for (const { index } of text.matchAll(/(?<![A-Z\d])[A-Z\d]/g)) {
    const found = taxNumberAt(text, index);
    if (found) return found;
  }
}

function taxNumberAt(text: string, index: number): TaxNumber | undefined {
  for (const pattern of [CNPJ, CNPJ_WITH_LETTERS, CPF]) {
    pattern.lastIndex = index;
    const written = pattern.exec(text)?.[0];
    if (!written || /^[A-Z\d]/.test(text.slice(index + written.length))) continue;
    const number = written.replace(/[^A-Z\d]/g, "");
    if (isCpf(number)) return { kind: "cpf", number };
    if (isCnpj(number)) return { kind: "cnpj", number };
  }
}

function isOneDigit(number: string): boolean {
  return new Set(number).size === 1;
}

/** `weights` are the second check digit's; the first one's are the same without the foremost. */
function hasCheckDigits(number: string, weights: number[]): boolean {
  const values = [...number].map((letter) => letter.charCodeAt(0) - 48);
  const checkDigit = (of: number[]) => {
    const own = weights.slice(-of.length);
    const rest = of.reduce((sum, value, nth) => sum + value * own[nth]!, 0) % 11;
    return rest < 2 ? 0 : 11 - rest;
  };
  return checkDigit(values.slice(0, -2)) === values.at(-2) && checkDigit(values.slice(0, -1)) === values.at(-1);
}
