import { folded as withoutAccents } from "../../src/shared/folded.ts";

/** For finding words however they are typed: without accents and capitals, as the server's searches fold. */
export function folded(text: string): string {
  return withoutAccents(text).trim();
}
