import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { aDataFolder } from "../testing/fixtures.ts";
import { FROM_SOURCES } from "../testing/process.ts";

let data: string;
beforeAll(async () => void (data = await aDataFolder()));
afterAll(() => Deno.remove(data, { recursive: true }));

async function aFolder(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "balcao-way-" });
  onTestFinished(() => Deno.remove(folder, { recursive: true }));
  return folder;
}

/** What a command has said on stderr by its first line, with which it waits; it is killed then. */
async function firstLine(...words: string[]): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...FROM_SOURCES, "company", ...words, "--data", data],
    ...{ stdin: "null", stdout: "null", stderr: "piped" },
  }).spawn();
  const slow = setTimeout(() => child.kill("SIGKILL"), 30_000);
  let said = "";
  for await (const part of child.stderr.pipeThrough(new TextDecoderStream())) {
    said += part;
    if (said.includes("\n")) child.kill("SIGKILL");
  }
  clearTimeout(slow);
  await child.status;
  return said.trim();
}

test("whoever moves by a folder, or fetches from one, reads what is waited for and what to say on the other machine", async () => {
  const way = await aFolder();
  expect(await firstLine("fetch", way)).toBe(
    `Waits until a company is moved to ${way}. There: balcao company move COMPANY --to ${way}`,
  );
  expect(await firstLine("move", "2", "--to", way, "--address", "https://desk2.example")).toBe(
    `Waits for a minute until it is fetched from ${way}. There: balcao company fetch ${way}`,
  );
});

test("whoever fetches what nobody moves any more reads after a while that nothing comes, and what to do", async () => {
  const way = await aFolder(), id = crypto.randomUUID();
  // A move that was killed has left its call.
  await Deno.writeTextFile(`${way}/${id}.there`, "");
  await Deno.writeTextFile(`${way}/balcao-move`, id);
  expect(await firstLine("fetch", way)).toBe(
    "Nothing comes from there. If that command was ended, end this one, too, and say both again",
  );
  // Its call is not answered twice.
  expect(await firstLine("fetch", way)).toContain("Waits until a company is moved to");
});
