import { makeTemplate, PROGRAM, TEMPLATE } from "./fixtures.ts";

/**
 * Before any test: a folder for everything temporary, gone after the last one whatever its tests left there, and in it the
 * data folder that all of them get copies of.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (Deno.env.get(TEMPLATE)) return undefined;
  const folder = await Deno.makeTempDir({ prefix: "balcao-tests-" });
  Deno.env.set("TMPDIR", folder);
  Deno.env.set(PROGRAM, `${folder}/program`);
  Deno.env.set(TEMPLATE, await makeTemplate());
  return async () => await Deno.remove(folder, { recursive: true });
}
