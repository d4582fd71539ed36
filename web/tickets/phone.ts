/** A stored number as people write it: Brazilian ones as +55 11 98765-4321, others with their country code apart. */
export function formatNumber(digits: string): string {
  const [, area, rest] = /^55(\d{2})(\d{8,9})$/.exec(digits) ?? [];
  if (area && rest) return `+55 ${area} ${rest.slice(0, -4)}-${rest.slice(-4)}`;
  return digits ? `+${digits}` : "";
}
