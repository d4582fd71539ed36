import { expect, onTestFinished, test } from "vitest";
import { restoreTo } from "../control/operations/restore.ts";
import { isThere } from "../platform/is_there.ts";
import { aBackedUp } from "../testing/backed_up.ts";
import { writeKey } from "./recovery_key.ts";

test("what could not be restored whole leaves nothing in the folder, which can be named again", async () => {
  const home = await Deno.makeTempDir({ prefix: "balcao-to-folder-" });
  onTestFinished(() => Deno.remove(home, { recursive: true }));
  await Deno.mkdir(`${home}/place`);
  const { tenants, data, key, later, write } = await aBackedUp({ kind: "folder", path: `${home}/place` });
  write("bom dia");
  await later();
  writeKey(`${home}/key`, key);
  const said: string[] = [];
  const restore = (to = `${home}/aurora`) =>
    restoreTo.run({
      ...{ tenants, data, signal: new AbortController().signal, say: (text: string) => void said.push(text) },
      serving: undefined,
      input: { company: "2", keyPath: `${home}/key`, to },
    });
  // There a later company would be given it, and here it would lie readable among what is encrypted.
  for (const ours of [`${data}/8`, `${home}/place/aurora`]) {
    await expect(restore(ours)).rejects.toThrow("needs for itself");
    expect(isThere(ours)).toBe(false);
  }
  const bases = `${home}/place/v1/2/base`, [base] = [...Deno.readDirSync(bases)], path = `${bases}/${base!.name}`;
  const whole = await Deno.readFile(path);
  await Deno.writeFile(path, whole.subarray(0, whole.length - 100));
  await expect(restore()).rejects.toThrow();
  expect([...Deno.readDirSync(`${home}/aurora`)]).toEqual([]);
  await Deno.writeFile(path, whole);
  expect(await restore()).toMatchObject({ id: 2, to: `${home}/aurora`, missing: [] });
});
