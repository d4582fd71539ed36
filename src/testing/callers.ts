import { afterAll } from "vitest";
import { aBalcao } from "./fixtures.ts";

/**
 * The product for all tests of a file, and who calls there: Ana, who administers Padaria Aurora, Bruno, a plain user of it,
 * and Nina, who administers the other company.
 */
export async function aBalcaoWithCallers() {
  const balcao = await aBalcao();
  afterAll(() => balcao.close());
  const [ana, bruno, nina] = ["ana@aurora.test", "bruno@aurora.test", "nina@norte.test"].map(balcao.as);
  return { balcao, ana: ana!, bruno: bruno!, nina: nina! };
}
