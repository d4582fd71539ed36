import { Buffer } from "node:buffer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSession, sessionsOf } from "./access/sessions.ts";
import { companyRow } from "./companies/companies.ts";
import { planById } from "./plans/plans.ts";
import { holderOf } from "./platform/folder_lock.ts";
import { Tenants } from "./platform/tenants.ts";
import { until } from "./testing/fixtures.ts";
import { FROM_SOURCES } from "./testing/process.ts";
import { secondFactorTable } from "./users/table.ts";

let home: string;
beforeAll(async () => void (home = await Deno.makeTempDir({ prefix: "balcao-main-" })));
afterAll(async () => await Deno.remove(home, { recursive: true }));

interface Typed {
  stdin?: string;
  env?: Record<string, string>;
}

/** A command as somebody types it in a folder of theirs. */
async function balcao(words: string[], { stdin = "", env = {} }: Typed = {}) {
  const child = command(words, env).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin)).catch(() => {/* It did not wait for it. */});
  await writer.close().catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const [out, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).trim());
  return { code, out: out!, error: error! };
}

function command(words: string[], env: Record<string, string>): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: [...FROM_SOURCES, ...words],
    env: { PATH: Deno.env.get("PATH")!, HOME: Deno.env.get("HOME")!, DENO_DIR: Deno.env.get("DENO_DIR") ?? "", ...env },
    clearEnv: true,
    cwd: home,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  });
}

describe("from nothing to the first login", () => {
  test("all commands meet in one folder, the password comes from a pipe, and whoever comes too early is told", async () => {
    const early = await balcao(["user", "add", "Padaria Aurora", "Ana", "ana@aurora.example"], { stdin: "segredo\n" });
    expect(early).toEqual({
      code: 3,
      out: "",
      error: "There is no folder ./tenants. With a first company it is made: balcao company add NAME --data ./tenants",
    });
    const added = await balcao(["company", "add", "Padaria Aurora"]);
    expect(added).toMatchObject({ code: 0, out: "1\tPadaria Aurora" });
    expect(added.error).toBe([
      `${Deno.realPathSync(home)}/tenants is the data folder from now on: give it to the other commands, too`,
      "Nobody is a super user yet. With the first one this company is the provider's own: " +
      "balcao user add 'Padaria Aurora' NAME EMAIL --super --data ./tenants",
    ].join("\n"));
    const ana = ["user", "add", "Padaria Aurora", "Ana Ribeiro", "ana@aurora.example", "--admin"];
    expect(await balcao(ana, { stdin: "segredo\nx" })).toEqual({
      code: 0,
      out: "1\tAna Ribeiro\tana@aurora.example",
      error: "Nobody is a super user yet, who looks after companies, plans and backups: " +
        "balcao user add COMPANY NAME EMAIL --super --data ./tenants",
    });
    expect((await balcao(["company", "list"])).out).toBe("1\tPadaria Aurora");
    const rights = [...Deno.readDirSync(`${home}/tenants`)].map(({ name, isDirectory }) =>
      (Deno.statSync(`${home}/tenants/${name}`).mode! & 0o777) === (isDirectory ? 0o700 : 0o600)
    );
    expect(rights).not.toContain(false);
  });

  test("serving it, a second one is refused, and a login in a folder without anybody says so", async () => {
    const child = command(["serve", "--host", "127.0.0.1", "--port", "0", "--data", "empty"], {}).spawn();
    const address = await until(() => holderOf(`${home}/empty`)?.address);
    expect(await (await fetch(`${address}/api/health`)).json()).toEqual({ status: "ok" });
    const login = await fetch(`${address}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ana@aurora.example", password: "segredo" }),
    });
    expect([login.status, await login.json()]).toEqual([409, { error: "ERR_NOTHING_SET_UP" }]);
    const second = await balcao(["serve", "--port", "0", "--data", "empty"]);
    expect(second).toMatchObject({ code: 4, out: "" });
    expect(second.error).toMatch(
      new RegExp(
        `^empty is served already, by process ${child.pid} \\(Balcão .+ at ${address} since 20.+Z\\): stop that`,
      ),
    );
    child.kill("SIGTERM");
    const { stdout } = await child.output();
    expect(new TextDecoder().decode(stdout)).toContain(
      "empty has no company yet: balcao company add NAME --data empty",
    );
  });

  const ana = { companyId: 1, userId: 1 }, where = { address: "", userAgent: "" };
  const look = async <T>(work: (tenants: Tenants) => T): Promise<T> => {
    const tenants = new Tenants(`${home}/tenants`);
    try {
      return await work(tenants);
    } finally {
      tenants.close();
    }
  };
  const enter = () => look((tenants) => void openSession(tenants, ana, { where, maySeveral: true }, new Date()));
  const left = () => look((tenants) => sessionsOf(tenants, ana).length);

  test("a new password ends the person's logins, and a password that all try first is refused", async () => {
    await enter();
    const plain = await balcao(["user", "password", "ana@aurora.example"], { stdin: "123456\n" });
    expect(plain).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^This is one of the passwords that everybody/),
    });
    expect((await balcao(["user", "password", "ana@aurora.example"], { stdin: "Padaria1\n" })).error).toMatch(
      /^A password/,
    );
    expect(await left()).toBe(1);
    expect(await balcao(["user", "password", "ana@aurora.example"], { stdin: "uma frase\n" })).toMatchObject({
      code: 0,
    });
    expect(await left()).toBe(0);
  });

  test("a lost phone ends the person's logins", async () => {
    const reset = () => balcao(["user", "second-factor", "ana@aurora.example", "--reset"]);
    expect(await reset()).toEqual({ code: 1, out: "", error: "ana@aurora.example has no second factor" });
    await enter();
    const factor = { ...ana, sealedSecret: Buffer.from("x"), since: 0, lastStep: 0 };
    await look(({ provider }) => provider.write((db) => void db.insert(secondFactorTable).values(factor).run()));
    expect(await reset()).toEqual({ code: 0, out: "", error: "" });
    expect(await left()).toBe(0);
    expect((await balcao(["user", "second-factor", "ana@aurora.example"])).code).toBe(2);
  });

  test.for(
    [
      [["company", "add", " padaria  AURORA "], 1, /^There is one of this name already/],
      [["user", "add", "Nobody", "Ana", "x@y.example"], 3, /^There is no company Nobody in .*tenants: see/],
      [["user", "add", "1", "Ana", "ana@aurora.example"], 1, /^Somebody logs in with this e-mail address already/],
      [["user", "password", "nobody@aurora.example"], 3, /^Nobody logs in as nobody@aurora.example in /],
      [["company", "add", "Loja", "--data", "/proc/balcao"], 1, /^\/proc\/balcao cannot be made: choose with --data/],
      [["company", "add", "Loja", "--data", "file/below"], 1, /^file\/below cannot be made: choose with --data/],
      [["serve", "--data", "file"], 1, /^file cannot be made: choose with --data/],
      [["user", "add", "1", "Ana", "no address"], 2, /^no address is no e-mail address/],
      [["user", "add", "1", "Ana", "x@y.example", "segredo"], 2, /^Too many arguments[^]*\n\nbalcao user add/],
      [["user", "add", "1", "Ana", "x@y.example", "--chief"], 2, /--chief/],
      [["company", "add"], 2, /^Missing required argument 'NAME'\n\nbalcao company add .*<NAME>$/],
      [["company"], 2, /^There is a word missing\n\nbalcao company add .*<NAME>\n/],
      [["company", "restore", "Loja"], 2, /^A removed company goes by its number: Loja is none$/],
      [["company", "restore", "99"], 3, /^There is no removed company 99/],
      [["serve", "--colour", "red"], 2, /^Unknown option '--colour'/],
      [["serve", "leftover"], 2, /^Too many arguments/],
      [["serve", "--port"], 2, /--port/],
      [["plan", "add", "Grande", "--users", "many"], 2, /^--users takes a number/],
      [["plan", "add", "Grande", "--storage", "10"], 2, /^--storage takes an amount/],
      [["company", "list", "--data", "elsewhere"], 3, /^There is no folder elsewhere\. With a first company/],
      [["company", "list", "--data", "/etc/passwd"], 3, /^\/etc\/passwd is a file, and no folder/],
      [["company", "list", "--data="], 2, /^--data takes a folder/],
      [["serve", "--trusted-proxy", "somewhere"], 2, /^--trusted-proxy takes/],
      [["simulator", "--nonsense"], 2, /^Unknown option '--nonsense'\n\nbalcao simulator/],
      [["simulator", "more"], 2, /^Too many arguments[^]*\n\nbalcao simulator/],
      [["simulator", "--port", "x"], 2, /^--port takes a number from 0 to 65535$/],
      [["simulator", "--port", "0", "--phone", "abc"], 2, /^--phone: abc is not a phone number/],
      [["constructor"], 2, /^There is no command constructor/],
    ] as const,
  )("%j ends with %i and a sentence", async ([words, code, sentence]) => {
    Deno.writeTextFileSync(`${home}/file`, "");
    const answer = await balcao([...words], { stdin: "segredo\n" });
    expect(answer).toMatchObject({ code, out: "" });
    expect(answer.error).toMatch(sentence);
    expect(answer.error).not.toContain("os error");
    expect(answer.error).not.toMatch(/\bat .*:\d+:\d+/);
  });

  test("that nobody has an address, or somebody has it already, is said before a password is asked for", async () => {
    const again = await balcao(["user", "add", "1", "Ana", "ana@aurora.example"]);
    expect([again.code, again.error]).toEqual([1, "Somebody logs in with this e-mail address already"]);
    const { code, error } = await balcao(["user", "password", "nobody@aurora.example"]);
    expect([code, error]).toEqual([3, "Nobody logs in as nobody@aurora.example in ./tenants"]);
  });

  test.for([["-h"], ["--help"], ["help"], []])("%j shows all commands on one page", async (words) => {
    const { code, out, error } = await balcao(words);
    expect([code, error]).toEqual([0, ""]);
    expect(out).toMatch(/^balcao .*: a customer-service desk over WhatsApp\n[^]*balcao user add COMPANY NAME EMAIL/);
  });

  test.for([["user", "add", "--help"], ["serve", "--help"], ["simulator", "-h"], ["help", "user", "add"]])(
    "%j shows the help of that command",
    async (words) => {
      const { code, out, error } = await balcao(words);
      expect([code, error]).toEqual([0, ""]);
      expect(out).toMatch(/^Usage: balcao (user add|serve|simulator) [^]*\nOptions:\n/);
    },
  );

  test("a plan is made with plain amounts and given to a company", async () => {
    const planOf = () => {
      const tenants = new Tenants(`${home}/tenants`);
      const { planId } = companyRow(tenants, 1)!;
      const plan = planId && planById(tenants.provider.read, planId);
      tenants.close();
      return plan;
    };
    const limits = ["--value", "99.90", "--users", "5", "--storage", "1.5GB"];
    expect(await balcao(["plan", "add", "Balcão P", ...limits])).toMatchObject({ code: 0, out: "1\tBalcão P" });
    expect((await balcao(["company", "plan", "Padaria Aurora", "Balcão P"])).code).toBe(0);
    expect(planOf()).toMatchObject({ value: 99.9, users: 5, connections: null, storage: 1_500_000_000, companies: 1 });
    expect((await balcao(["plan", "list"])).out).toMatch(/^1\tBalcão P\tR\$\s99,90\t1 company$/);
    const again = await balcao(["plan", "add", "balcão p"]);
    expect([again.code, again.error]).toEqual([1, "There is one of this name already"]);
    expect((await balcao(["plan", "add", "Grande", "--storage", "muito"])).code).toBe(2);
    expect((await balcao(["company", "plan", "1", "Enorme"])).error).toMatch(/^There is no plan Enorme/);
    expect((await balcao(["company", "plan", "1", "none"])).code).toBe(0);
    expect(planOf()).toBeNull();
  });
});
