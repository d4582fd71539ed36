/**
 * The one form in which a number is kept (digits only). Brazilian mobile numbers are the same with and without the
 * ninth digit; they are kept with it. Landlines (first digit 2 to 5) are left alone. Source: Anatel, resolution 553.
 */
export function canonicalNumber(digits: string): string {
  const [, area, local] = /^55(\d\d)(\d{8})$/.exec(digits) ?? [];
  return area && local && /^[6-9]/.test(local) ? `55${area}9${local}` : digits;
}

/** A number as people write it: `+55 11 98765-4321`. */
export function spokenNumber(digits: string): string {
  const [, area, first, last] = /^55(\d\d)(\d{4,5})(\d{4})$/.exec(digits) ?? [];
  return area ? `+55 ${area} ${first}-${last}` : digits && `+${digits}`;
}
