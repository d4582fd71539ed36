import { makeTemplate, TEMPLATE } from "./fixtures.ts";

/** Before any test: the data folder that all of them get copies of. Gone after the last. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (Deno.env.get(TEMPLATE)) return undefined;
  const folder = await makeTemplate();
  Deno.env.set(TEMPLATE, folder);
  return async () => await Deno.remove(folder, { recursive: true });
}
