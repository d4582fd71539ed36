/** For finding words however they are typed: without accents and capitals, as the server's searches fold. */
export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
