/** The most that a plan or an invoice may come to: seven digits before the comma (spec 2 §5). */
export const MOST_MONEY = 9_999_999.99;

/** Hundredths of an amount, which are whole. */
export function centsOf(amount: number): number {
  return Math.round(amount * 100);
}

/** Made when it is needed: its data take a while to read, and every start of the program would wait for that. */
let reais: Intl.NumberFormat | undefined;

/** `R$ 1.234,50`, in whatever language the screen speaks (spec 2 §9). */
export function moneyText(amount: number): string {
  reais ??= new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });
  return reais.format(amount);
}

/** What somebody typed, with a comma before the cents and dots between thousands, or the other way round; NaN for anything else. */
export function readMoney(typed: string): number {
  const text = typed.replace(/R\$|\s/g, "");
  const comma = /^\d{1,3}(?:\.?\d{3})*(?:,\d{1,2})?$/, dot = /^\d+(?:\.\d{1,2})?$/;
  if (comma.test(text)) return Number(text.replaceAll(".", "").replace(",", "."));
  return dot.test(text) ? Number(text) : NaN;
}

/** The amount as it is typed: `R$ 1.234,50`, with a space that breaks. */
export function typedMoney(amount: number): string {
  return moneyText(amount).replace(/\s/g, " ");
}
