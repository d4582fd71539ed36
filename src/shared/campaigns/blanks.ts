/** What may stand in a template's blank: Meta takes no line breaks, no tabs and no rows of spaces there (Cloud API, code 132018). */
export function inBlank(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
