import { expect, onTestFinished, test } from "vitest";
import { aDataFolder, until } from "../testing/fixtures.ts";
import { aProcess, FROM_SOURCES } from "../testing/process.ts";

/** Gives a command on the data folder, and kills it as soon as it has said a word, or something has come into a folder. */
async function killed(data: string, words: string[], is: { saying?: string; leaving?: RegExp }): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...FROM_SOURCES, "company", ...words, "--data", data],
    ...{ stdin: "null", stdout: "null", stderr: "piped" },
  }).spawn();
  let said = "";
  const { saying, leaving } = is,
    heard = (async () => {
      for await (const part of child.stderr.pipeThrough(new TextDecoderStream())) {
        said += part;
        if (saying !== undefined && said.includes(saying)) child.kill("SIGKILL");
      }
    })();
  if (leaving) {
    await until(() => namesIn(data).some((name) => leaving.test(name)), 60_000);
    child.kill("SIGKILL");
  }
  await Promise.all([heard, child.status]);
}

const namesIn = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

test("what killed exports, imports and moves have left is gone once a server serves the folder, and what is in use stays", async () => {
  const data = await aDataFolder(), home = await Deno.makeTempDir({ prefix: "balcao-leftovers-" });
  const server = aProcess(data, "ws://127.0.0.1:9"), living = `${data}/way-0a1b2c3d.sock`;
  onTestFinished(async () => {
    await server.end();
    for (const folder of [data, home]) await Deno.remove(folder, { recursive: true });
  });
  const whole = `${home}/whole.tar`, half = `${home}/half.tar`, id = crypto.randomUUID();
  await new Deno.Command(Deno.execPath(), {
    args: [...FROM_SOURCES, "company", "export", "2", whole, "--data", data],
  }).output();
  await killed(data, ["export", "2", half], { saying: "Copying" });
  await killed(data, ["import", whole, "--name", "Nova"], { saying: "Taking the file apart" });
  // Somebody has called, and says nothing.
  await Deno.writeTextFile(`${home}/${id}.there`, "");
  await Deno.writeTextFile(`${home}/balcao-move`, id);
  await killed(data, ["fetch", home], { leaving: /^way-/ });
  const listener = Deno.listen({ transport: "unix", path: living });
  onTestFinished(() => listener.close());
  const left = () => namesIn(data).filter((name) => /^(way|import|exporting)-/.test(name));
  expect(left().map((name) => name.replace(/-.*/, "")).filter((name) => name !== "exporting").sort())
    .toEqual(["import", "way", "way"]);
  expect(namesIn(home)).toContain("half.tar.part");

  server.start();
  await until(server.isUp, 60_000);
  await until(() => left().length === 1, 20_000);
  expect(left()).toEqual(["way-0a1b2c3d.sock"]);
  expect(namesIn(home).filter((name) => name.endsWith(".part"))).toEqual([]);
});
