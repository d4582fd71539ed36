import { afterAll, beforeAll, expect, test } from "vitest";
import { aProcess, FROM_SOURCES } from "../testing/process.ts";
import { aDataFolder, until } from "../testing/fixtures.ts";

let data: string, other: string, home: string, server: ReturnType<typeof aProcess>;
beforeAll(async () => {
  [data, other, home] = [await aDataFolder(), await aDataFolder(), await Deno.makeTempDir()];
  server = aProcess(data, "ws://127.0.0.1:9");
  await Deno.writeTextFile(`${home}/password`, "uma frase bem comprida\n");
  await Deno.writeTextFile(`${home}/short`, "curta\n");
});
afterAll(async () => {
  await server.end();
  for (const folder of [data, other, home]) await Deno.remove(folder, { recursive: true });
});

async function balcao(...words: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args: [...FROM_SOURCES, ...words] })
    .output();
  const [out, said] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).trim());
  return { code, out: out!, said: said! };
}

test(
  "a company is exported by the server that serves it, and taken in where nobody serves; its people log in there",
  async () => {
    server.start();
    await until(server.isUp, 60_000);
    const file = `${home}/aurora`;
    const exported = await balcao(
      "company",
      "export",
      "Padaria Aurora",
      file,
      "--data",
      data,
      "--password-file",
      `${home}/password`,
    );
    expect(exported).toMatchObject({
      code: 0,
      out: expect.stringContaining(file),
      said: expect.stringContaining("password"),
    });
    const locked = await balcao("company", "import", file, "--data", other);
    expect(locked).toMatchObject({ code: 1, out: "", said: expect.stringContaining("--password-file") });
    const taken = await balcao("company", "import", file, "--data", other, "--password-file", `${home}/password`);
    expect(taken).toMatchObject({ code: 1, said: expect.stringContaining("--name") });
    const words = ["company", "import", file, "--name", "Aurora 2", "--password-file", `${home}/password`];
    // It is the same server's: whoever logs in to the first does not log in to the second.
    const there = await balcao(...words, "--data", data, "--json");
    expect(JSON.parse(there.out)).toMatchObject({
      name: "Aurora 2",
      hasSecrets: true,
      taken: expect.arrayContaining(["ana@aurora.test"]),
    });
    expect((await balcao("company", "list", "--data", data)).out).toContain("Aurora 2");
    expect(await server.caller("ana@aurora.test")).toBeDefined();
    // On a machine that has nothing yet, it is the first company.
    const first = await balcao(
      "company",
      "import",
      file,
      "--data",
      `${home}/new`,
      "--password-file",
      `${home}/password`,
    );
    expect(first).toMatchObject({ code: 0, out: "1\tPadaria Aurora" });
    expect((await balcao("user", "list", "1", "--data", `${home}/new`)).out).toContain("ana@aurora.test");
  },
);

test("what is typed wrongly is told by a sentence", async () => {
  const file = `${home}/nothing`;
  expect(await balcao("company", "import", file, "--data", other)).toMatchObject({
    code: 3,
    said: `There is no ${file}`,
  });
  expect(await balcao("company", "export", "2", `${home}/no/where`, "--data", other)).toMatchObject({ code: 3 });
  const short = await balcao("company", "export", "2", file, "--data", other, "--password-file", `${home}/short`);
  expect(short).toMatchObject({ code: 2, said: expect.stringContaining("12 characters") });
  expect(await balcao("company", "export", "Nobody", file, "--data", other)).toMatchObject({ code: 3 });
});

test("a server that sees another file under the same name takes nothing from there, and writes nothing there", async () => {
  const [{ openFolder }, { run }] = await Promise.all([
    import("../platform/data_folder.ts"),
    import("../control/run.ts"),
  ]);
  const folder = openFolder(other, "test"), { signal } = new AbortController();
  try {
    const { dev, ino } = await Deno.stat(home),
      elsewhere = { path: `${home}/a.tar`, device: dev, inode: Number(ino) + 1 };
    const how = { tenants: folder.tenants, data: other, say: () => {}, signal };
    await expect(run("company export", { company: "2", to: elsewhere, isAnonymised: false }, how))
      .rejects.toThrow("The server cannot write into");
    await expect(run("company import", { from: elsewhere }, how)).rejects.toThrow("The server cannot read");
    expect([...Deno.readDirSync(home)].map(({ name }) => name)).not.toContain("a.tar");
  } finally {
    folder.close();
  }
});
