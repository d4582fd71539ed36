/** Without accents and case, as the search index folds (unicode61 remove_diacritics). */
export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
