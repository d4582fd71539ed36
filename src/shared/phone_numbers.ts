/**
 * The one form in which a number is kept (digits only). Brazilian mobile numbers are the same with and without the
 * ninth digit; they are kept with it. Landlines (first digit 2 to 5) are left alone. Source: Anatel, resolution 553.
 */
export function canonicalNumber(digits: string): string {
  const [, area, local] = /^55(\d\d)(\d{8})$/.exec(digits) ?? [];
  return area && local && /^[6-9]/.test(local) ? `55${area}9${local}` : digits;
}

/** A canonical number in all ways in which a network may write it. */
export function spellingsOf(number: string): string[] {
  const [, area, local] = /^55(\d\d)9([6-9]\d{7})$/.exec(number) ?? [];
  return area && local ? [number, `55${area}${local}`] : [number];
}

/** A stored number as people write it: Brazilian ones as +55 11 98765-4321, others with their country code apart. */
export function formatNumber(digits: string): string {
  const [, area, rest] = /^55(\d{2})(\d{8,9})$/.exec(digits) ?? [];
  if (area && rest) return `+55 ${area} ${rest.slice(0, -4)}-${rest.slice(-4)}`;
  return digits ? `+${digits}` : "";
}

/**
 * A number as somebody has written it, in the digits that reach it from everywhere. Without a `+`, ten and eleven digits are
 * an area and a number in Brazil (Anatel, resolution 749), with or without the zero that is dialled before it.
 */
export function worldNumber(written: string): string {
  const digits = written.replace(/\D/g, "").replace(/^0+/, "");
  const isWithinBrazil = !written.trim().startsWith("+") && (digits.length === 10 || digits.length === 11);
  return isWithinBrazil ? `55${digits}` : digits;
}
