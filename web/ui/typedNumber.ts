/** A whole number as it is typed. What is none stays the text that it is: the form's schema says what would be right. */
export function typedNumber(text: string): number | string {
  return /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : text;
}
