import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { aShell } from "../testing/command.ts";
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

const namesIn = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

/** What a move that was killed has left of its call; answers the call's id. */
async function aCall(way: string): Promise<string> {
  const id = crypto.randomUUID();
  await Deno.writeTextFile(`${way}/${id}.there`, "");
  await Deno.writeTextFile(`${way}/balcao-move`, id);
  return id;
}

/** What a command has said on stderr by its first line, with which it waits; it is ended then. */
async function firstLine(...words: string[]): Promise<string> {
  return (await waitedAndEnded("SIGKILL", ...words)).said;
}

/** The same, and what it ends with. */
async function waitedAndEnded(by: Deno.Signal, ...words: string[]): Promise<{ said: string; code: number }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...FROM_SOURCES, "company", ...words, "--data", data],
    ...{ stdin: "null", stdout: "null", stderr: "piped" },
  }).spawn();
  const slow = setTimeout(() => child.kill("SIGKILL"), 30_000);
  let said = "";
  for await (const part of child.stderr.pipeThrough(new TextDecoderStream())) {
    said += part;
    if (said.includes("\n")) child.kill(by);
  }
  clearTimeout(slow);
  return { said: said.trim(), code: (await child.status).code };
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
  const way = await aFolder();
  await aCall(way);
  expect(await firstLine("fetch", way)).toBe(
    "Nothing comes from there. If that command was ended, end this one, too, and say both again",
  );
  // Its call is not answered twice.
  expect(await firstLine("fetch", way)).toContain("Waits until a company is moved to");
});

const MOVE = ["move", "2", "--address", "https://desk2.example", "--to"];

test.for(
  [
    ["", "No folder is named: a company goes by one that both machines see"],
    ["WAY/file", "WAY/file is no folder: a company goes by one that both machines see"],
    ["WAY/file/new", "WAY/file is no folder: a company goes by one that both machines see"],
    ["DATA", "DATA lies in the data folder, which is this server's alone: choose another one"],
    ["DATA/new", "DATA/new lies in the data folder, which is this server's alone: choose another one"],
    ["WAY/link/new", "WAY/link/new lies in the data folder, which is this server's alone: choose another one"],
  ] as const,
)("by %j neither is a company moved nor fetched", async ([named, sentence]) => {
  const way = await aFolder(), filled = (text: string) => text.replace("WAY", way).replace("DATA", data);
  await Deno.writeTextFile(`${way}/file`, "");
  await Deno.symlink(data, `${way}/link`);
  const before = namesIn(data);
  for (const words of [["fetch"], MOVE]) {
    const { said, code } = await aShell(() => data)("company", ...words, filled(named));
    expect([JSON.parse(said).error.sentence, code]).toEqual([filled(sentence), 2]);
  }
  expect([namesIn(data), namesIn(way)]).toEqual([before, ["file", "link"]]);
});

test("a move or a fetch that is ended takes away what it has put into the folder", async () => {
  const way = await aFolder();
  expect((await waitedAndEnded("SIGINT", ...MOVE, way)).code).toBe(130);
  expect(namesIn(way)).toEqual([]);
  // It has answered a move that was killed.
  await aCall(way);
  expect((await waitedAndEnded("SIGTERM", "fetch", way)).code).toBe(143);
  expect(namesIn(way)).toEqual([]);
});

test("what moves have left that were killed goes with the next one, once nobody can be at work on it any more", async () => {
  const way = await aFolder(), old = await aCall(way), young = crypto.randomUUID(), others = "letters.there";
  const ofOld = [".here", ".there.over"].map((ending) => `${old}${ending}`), long = new Date(Date.now() - 90_000_000);
  for (const name of [...ofOld, `${young}.there`, `${young}.here`, others]) {
    await Deno.writeTextFile(`${way}/${name}`, "");
  }
  for (const name of [...ofOld, `${old}.there`, `${young}.there`, others]) {
    await Deno.utime(`${way}/${name}`, long, long);
  }
  expect(await firstLine("fetch", way)).toContain("Waits until a company is moved to");
  const kept = [`${young}.here`, `${young}.there`, others].sort();
  expect(namesIn(way)).toEqual(kept);
  await aCall(way);
  expect((await waitedAndEnded("SIGINT", ...MOVE, way)).code).toBe(130);
  expect(namesIn(way).filter((name) => name === "balcao-move")).toEqual([]);
});
