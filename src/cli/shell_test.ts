import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holderOf } from "../platform/folder_lock.ts";
import { VERSION } from "../root.ts";
import { until } from "../testing/fixtures.ts";
import { FROM_SOURCES } from "../testing/process.ts";

let home: string;
beforeAll(async () => {
  home = await Deno.makeTempDir({ prefix: "balcao-shell-" });
  await Deno.mkdir(`${home}/bin`);
  const words = [Deno.execPath(), ...FROM_SOURCES].map((word) => `'${word}'`).join(" ");
  await Deno.writeTextFile(`${home}/bin/balcao`, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
});
afterAll(async () => await Deno.remove(home, { recursive: true }));

/** What a line says that somebody types into a shell in a folder of theirs. */
async function sh(line: string, shell = "bash") {
  const { code, stdout, stderr } = await new Deno.Command(shell, {
    args: ["-c", line],
    clearEnv: true,
    env: {
      PATH: `${home}/bin:${Deno.env.get("PATH")}`,
      HOME: Deno.env.get("HOME")!,
      DENO_DIR: Deno.env.get("DENO_DIR") ?? "",
      BALCAO_PASSWORD: "uma frase inteira",
    },
    cwd: home,
    stdin: "null",
  }).output();
  const [out, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).trim());
  return { code, out: out!, error: error! };
}

/** A server of its own on a folder, which can be killed without a warning. */
async function serving(folder: string) {
  const child = new Deno.Command(`${home}/bin/balcao`, {
    args: ["serve", "--port", "0", "--host", "127.0.0.1", "--data", folder],
    cwd: home,
    stdout: "null",
    stderr: "null",
  }).spawn();
  const holder = await until(() => {
    const now = holderOf(`${home}/${folder}`);
    return now?.pid === child.pid && now.socket ? now : undefined;
  });
  const address = `${holder.address}/api`;
  return {
    address,
    async end(signal: "SIGTERM" | "SIGKILL") {
      child.kill(signal);
      await child.status;
    },
    async logIn(email: string) {
      const answer = await fetch(`${address}/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password: "uma frase inteira" }),
      });
      return [answer.status, (await answer.json()).error];
    },
  };
}

const numbers = (from: number) => Array.from({ length: 20 }, (_, nth) => from + nth);
const idsOf = (listed: string) => listed.split("\n").map((line) => Number(line.split("\t")[0]));

describe("as a shell uses it", () => {
  test("twenty commands at once, and nobody serves: none is lost, each is answered", async () => {
    const all = await Promise.all(numbers(0).map((nth) => sh(`balcao company add 'Loja ${nth}' --data many`)));
    expect(all.filter(({ code }) => code !== 0)).toEqual([]);
    expect(all.map(({ out }) => Number(out.split("\t")[0])).sort((a, b) => a - b)).toEqual(numbers(1));
    expect(idsOf((await sh("balcao company list --data many")).out)).toEqual(numbers(1));
  });

  test("while a server runs they go to it: who is added logs in at once, who is suspended does not any more", async () => {
    const server = await serving("many");
    const all = await Promise.all(numbers(20).map((nth) => sh(`balcao company add 'Loja ${nth}' --data many`)));
    expect(all.filter(({ code }) => code !== 0)).toEqual([]);
    expect(idsOf((await sh("balcao company list --data many")).out)).toEqual([...numbers(1), ...numbers(21)]);
    const added = await sh("balcao user add 'Loja 33' 'Rui Reis' rui@loja.example --admin --data many");
    expect(added).toMatchObject({ code: 0, out: "1\tRui Reis\trui@loja.example" });
    expect(await server.logIn("rui@loja.example")).toEqual([200, undefined]);
    expect((await sh("balcao company suspend 'Loja 33' --data many")).code).toBe(0);
    expect(await server.logIn("rui@loja.example")).toEqual([403, "ERR_COMPANY_BLOCKED"]);
    expect((await sh("balcao company list --data many")).out).toContain("\tLoja 33\tsuspended");
    expect((await sh("balcao company resume 'Loja 33' --data many")).code).toBe(0);
    expect(await server.logIn("rui@loja.example")).toEqual([200, undefined]);
    await server.end("SIGTERM");
    expect(() => Deno.lstatSync(`${home}/many/serve.sock`)).toThrow(Deno.errors.NotFound);
  });

  test("a server that is killed leaves its socket behind, and neither commands nor the next server mind", async () => {
    const first = await serving("many");
    await first.end("SIGKILL");
    expect(Deno.lstatSync(`${home}/many/serve.sock`).isSocket).toBe(true);
    expect(await sh("balcao company show 'Loja 33' --json --data many")).toMatchObject({ code: 0, error: "" });
    const next = await serving("many");
    const shown = await sh("balcao company show 'Loja 33' --json --data many");
    expect(JSON.parse(shown.out)).toMatchObject({ name: "Loja 33", isSuspended: false });
    await next.end("SIGTERM");
  });

  test("a data folder with a long path is served and reached as any other", async () => {
    const folder = `deep/${"x".repeat(100)}`;
    await sh(`balcao company add Loja --data ${folder}`);
    const server = await serving(folder);
    const { socket } = JSON.parse(Deno.readTextFileSync(`${home}/${folder}/serve.lock`));
    expect(socket.length).toBeLessThan(100);
    expect(await sh(`balcao company list --data ${folder}`)).toEqual({ code: 0, out: "1\tLoja", error: "" });
    await server.end("SIGKILL");
    // The next one tidies up.
    const next = await serving(folder);
    expect(() => Deno.lstatSync(socket)).toThrow(Deno.errors.NotFound);
    await next.end("SIGTERM");
  });

  test("answers go to stdout, all else to stderr, and each ending has its number", async () => {
    const json = await sh("balcao company show Nobody --json --data many");
    expect({ ...json, error: JSON.parse(json.error) }).toEqual({
      code: 3,
      out: "",
      error: { error: { sentence: "There is no company Nobody in many: see balcao company list", exit: 3 } },
    });
    const taken = await sh("balcao company add 'Loja 3' --json --data many");
    expect(JSON.parse(taken.error).error).toMatchObject({ exit: 1, code: "ERR_DUPLICATED_NAME" });
    expect((await sh("balcao company list --nonsense --data many")).code).toBe(2);
    expect((await sh("balcao company add -- --json --data many")).code).toBe(2);
    expect(JSON.parse((await sh("balcao company list --json --data many")).out)).toHaveLength(40);
    expect((await sh("balcao help | cat -v")).out).not.toContain("^[");
  });

  test.skipIf(Deno.uid() !== 0)("root makes no files in another user's folder, who could not open them", async () => {
    await sh("balcao company add Loja --data theirs");
    await Deno.chown(`${home}/theirs/provider.db`, 4321, 4321);
    expect(await sh("balcao company list --data theirs")).toMatchObject({
      ...{ code: 4, out: "" },
      error: expect.stringMatching(/^theirs belongs to another user, .*sudo -u '#4321' balcao/),
    });
    // The server can be asked by root all the same.
    const server = await serving("theirs");
    expect(await sh("balcao company list --data theirs")).toMatchObject({ code: 0, out: "1\tLoja" });
    await server.end("SIGTERM");
  });

  test("the doctor says what is wrong and what to do, while a server runs and while none does", async () => {
    await sh("balcao company add Loja --data sick");
    const well = await sh("balcao doctor --data sick");
    expect(well).toMatchObject({ code: 0, error: "" });
    expect(well.out).toMatch(/^warning\tThere is no key for backups: none are made\n\t→ .*balcao backup key/);
    expect(well.out).toMatch(/\ngood\t\d+ of \d+$/);
    const server = await serving("sick");
    const served = await sh("balcao doctor --json --deep --data sick");
    expect(served).toMatchObject({ code: 0, error: "" });
    expect(JSON.parse(served.out)).toMatchObject({ isServed: true, level: "warning", version: VERSION });
    await server.end("SIGTERM");
    await Deno.truncate(`${home}/sick/server.key`, 3);
    const sick = await sh("balcao doctor --json --data sick");
    expect(sick).toMatchObject({ code: 1, error: "" });
    expect(JSON.parse(sick.out).findings).toContainEqual(
      expect.objectContaining({ what: "server_key_damaged", level: "bad" }),
    );
    expect((await sh("balcao doctor --data nowhere")).code).toBe(3);
    expect((await sh("balcao doctor --online nonsense --data sick")).code).toBe(2);
  });

  test("a server says in one object where it serves and is set up, and all else beside it", async () => {
    const child = new Deno.Command(`${home}/bin/balcao`, {
      args: ["serve", "--json", "--port", "0", "--host", "127.0.0.1", "--data", "fresh"],
      ...{ cwd: home, stdout: "piped", stderr: "piped" },
    }).spawn();
    await until(() => holderOf(`${home}/fresh`)?.socket);
    child.kill("SIGTERM");
    const { code, stdout, stderr } = await child.output();
    const [out, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    const said = JSON.parse(out!);
    expect([code, said]).toEqual([0, {
      ...{ version: VERSION, data: Deno.realPathSync(`${home}/fresh`), setUp: expect.stringMatching(/\/setup#.{43}$/) },
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    }]);
    expect(error).toContain(said.setUp);
  });

  test("a pipe that closes early is no error", async () => {
    expect(await sh("set -o pipefail; balcao company list --data many | head -1")).toEqual({
      code: 0,
      out: expect.stringMatching(/^1\tLoja \d+$/),
      error: "",
    });
    expect(await sh("set -o pipefail; balcao completion bash | head -1")).toMatchObject({ code: 0, error: "" });
  });

  test("bash completes commands, options and companies", async () => {
    const complete = async (...words: string[]) => {
      const typed = words.map((word) => `'${word}'`).join(" ");
      const { out, error } = await sh(
        `source <(balcao completion bash); COMP_WORDS=(balcao ${typed}); COMP_CWORD=${words.length}; _balcao;` +
          `printf '%s\\n' "\${COMPREPLY[@]}"`,
      );
      expect(error).toBe("");
      return out.split("\n");
    };
    expect(await complete("comp")).toEqual(["company", "completion"]);
    expect(await complete("company", "re")).toEqual(["resume", "remove", "restore", "receive"]);
    expect(await complete("user", "add", "--a")).toEqual(["--admin"]);
    expect(await complete("completion", "")).toEqual(["bash", "zsh", "fish"]);
    expect(await complete("backup", "")).toEqual(["key", "add", "list", "remove", "now", "prove", "status"]);
    expect(await complete("backup", "add", "")).toEqual(["folder", "s3"]);
    expect(await complete("backup", "add", "s3", "--bu")).toEqual(["--bucket"]);
    expect((await complete("company", "show", "--data", "many", "Loja 3")).sort()).toEqual(
      ["3", ...Array.from({ length: 10 }, (_, nth) => `3${nth}`)].map((nth) => `Loja\\ ${nth}`),
    );
    expect(await complete("company", "show", "1", "")).toEqual([""]);
  });
});
