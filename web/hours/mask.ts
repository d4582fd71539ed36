/** What was typed as a time of day, with its colon: `8` → `8`, `830` → `83:0`, `0830` → `08:30` (spec 2 §5: four digits). */
export function maskTime(typed: string): string {
  const [, hour, minute] = /^(\d{1,2}):(\d{1,2})$/.exec(typed) ?? [];
  // Pasted or typed with its colon: the hour may lack its first digit.
  const digits = hour && minute?.length === 2 ? hour.padStart(2, "0") + minute : typed.replace(/\D/g, "").slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : digits;
}
