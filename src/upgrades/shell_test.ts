import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { companyRow } from "../companies/companies.ts";
import { moveOf } from "../companies/moved.ts";
import { openDbFile } from "../platform/db.ts";
import { lockFolder } from "../platform/folder_lock.ts";
import { openKeys } from "../platform/keys.ts";
import { Tenants } from "../platform/tenants.ts";
import { hashOfMark, markOfNumber } from "../privacy/addresses.ts";
import { eraseAfterRecovery } from "../privacy/after_recovery.ts";
import { anExecutable, aNextVersion, aPackedOne, NEXT, runProgram } from "../testing/executables.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { PROGRAM_FOLDER } from "../testing/program.ts";
import { noteRollback, rollbackUnderWay, undoneIn } from "./half_way.ts";
import { keptFile } from "./kept.ts";
import { fileOf, knownSchemas, PROVIDER } from "./schemas.ts";
import { schemaOf } from "../platform/file_header.ts";

const AURORA = 2, NORTE = 3;

let home: string, folder: string;

let next: string;
beforeAll(async () => {
  home = await Deno.makeTempDir({ prefix: "balcao-upgrade-" });
  next = await anExecutable(`${home}/balcao-next`, await aNextVersion(`${home}/next`));
});
afterAll(async () => await Deno.remove(home, { recursive: true }));

/** The installed executable. */
let target: string;
beforeEach(async () => {
  folder = await aDataFolder();
  target = await anExecutable(`${home}/balcao`, PROGRAM_FOLDER);
  await Deno.remove(`${target}.previous`).catch(() => {});
  onTestFinished(() => Deno.remove(folder, { recursive: true }));
});

const run = (program: string, ...words: string[]) =>
  runProgram(program, words, { BALCAO_DATA: folder, BALCAO_LOG: "error", BALCAO_CACHE: `${home}/cache` });

const balcao = (...args: string[]) => run(target, ...args, "--executable", target);
const schemas = () => [PROVIDER, AURORA, NORTE].map((id) => schemaOf(fileOf(folder, id)));
const before = knownSchemas(), OLD = [before.provider, before.company, before.company];
const isNext = async () => await Deno.readTextFile(target) === await Deno.readTextFile(next);

function change(id: number, sql: string): void {
  const file = openDbFile(fileOf(folder, id));
  file.exec(sql);
  file.close();
}

function ask(id: number, sql: string) {
  const file = openDbFile(fileOf(folder, id), { readonly: true });
  try {
    return file.one(sql);
  } finally {
    file.close();
  }
}

const TICKET = `insert into contacts (id, name, created_at, updated_at) values (900, 'Lia', 1, 1);
  insert into tickets (id, uuid, status, connection_id, contact_id, created_at, updated_at) values (900, 'u', 'open', 1, 900, 1, 1);`;
const message = (wid: string) =>
  `insert into messages (ticket_id, contact_id, connection_id, chat, wid, from_me, body, kind, created_at)
   values (900, 900, 1, 'x', '${wid}', 0, '${wid}', 'text', 1)`;

describe("balcao upgrade and rollback", () => {
  test("another version is tried, exchanged and upgrades; and within a day all is as it was before", async () => {
    change(AURORA, `${TICKET}${message("BEFORE")}`);
    const upgraded = await balcao("upgrade", next);
    expect(upgraded).toMatchObject({ code: 0, out: expect.stringContaining("kept for a day") });
    expect(upgraded.error).toContain("Tried 4 of 4 files");
    expect([await isNext(), schemas()]).toEqual([true, OLD]);
    expect(() => Deno.statSync(`${folder}/rehearsal`)).toThrow(Deno.errors.NotFound);

    expect((await run(target, "company", "list")).out).toContain("Padaria Aurora");
    expect(schemas()).toEqual([NEXT, NEXT, NEXT]);
    change(
      AURORA,
      `${
        message("SINCE")
      }; insert into whatsapp_auth (connection_id, type, id, value) values (1, 'session', 'new', x'01')`,
    );
    const asked = await balcao("rollback");
    expect([asked.code, asked.error]).toEqual([
      1,
      expect.stringMatching(/1 message among it:\n {2}Padaria Aurora: 1 message/),
    ]);
    expect(schemas()).toEqual([NEXT, NEXT, NEXT]);

    const back = await balcao("rollback", "--yes");
    expect(back).toMatchObject({ code: 0, out: expect.stringContaining("is back in") });
    expect([await isNext(), schemas()]).toEqual([false, OLD]);
    expect((await run(target, "company", "list")).out).toContain("Padaria Aurora");
    expect(ask(AURORA, "select group_concat(wid) as wids from messages where ticket_id = 900")).toEqual({
      wids: "BEFORE",
    });
    // The keys of a line never go back: it would not understand the network any more.
    expect(ask(AURORA, "select count(*) as n from whatsapp_auth where id = 'new'")).toEqual({ n: 1 });
    expect(schemaOf(`${folder}/rollback/undone/${AURORA}.db`)).toBe(NEXT);

    const again = await balcao("rollback", "--yes");
    expect([again.code, again.error]).toEqual([3, expect.stringContaining("There is no version to go back to")]);
  });

  test("who was erased since stays so when the files from before come back, and what has moved away is not served again", async () => {
    change(
      AURORA,
      `${TICKET}insert into contact_identities (contact_id, kind, value, address) values (900, 'phone', '5511900000001', null)`,
    );
    expect((await balcao("upgrade", next)).code).toBe(0);
    expect((await run(target, "company", "list")).out).toContain("Padaria Aurora");
    const hash = hashOfMark(openKeys(folder), AURORA, markOfNumber("5511900000001")), now = Date.now();
    change(
      AURORA,
      "delete from contact_identities where contact_id = 900; update contacts set name = 'gone' where id = 900",
    );
    change(
      PROVIDER,
      `insert into erasures (company_id, at, by_name, counts) values (${AURORA}, ${now}, 'Ana', '{}');
       insert into erased_addresses (erasure_id, address_hash) select max(id), '${hash}' from erasures;
       insert into company_moves (company_id, move_id, address, at, confirmed_at) values (${NORTE}, 'm', 'https://there.example', ${now}, null);
       update companies set removed_at = ${now} where id = ${NORTE}`,
    );
    expect((await balcao("rollback", "--yes")).code).toBe(0);
    expect(schemas()).toEqual(OLD);
    expect(ask(AURORA, "select name from contacts where id = 900")).toEqual({ name: "Lia" });
    const tenants = new Tenants(folder);
    await eraseAfterRecovery(tenants, Date.now());
    const moved = companyRow(tenants, NORTE), move = moveOf(tenants, NORTE);
    tenants.close();
    expect([moved?.removedAt, move?.address]).toEqual([now, "https://there.example"]);
    expect(ask(AURORA, "select name from contacts where id = 900")).toBeUndefined();
  });

  test("a company that came from another server since is not lost by going back: that is refused until it has moved on", async () => {
    const CAME = 40;
    expect((await balcao("upgrade", next)).code).toBe(0);
    expect((await run(target, "company", "add", "Fundada depois")).code).toBe(0);
    // As a move leaves it: the file, a row as old as the company, and the word that it came.
    await new Deno.Command("cp", { args: ["-r", `${folder}/${NORTE}`, `${folder}/${CAME}`] }).output();
    change(
      PROVIDER,
      `insert into companies (id, name, created_at) values (${CAME}, 'Vinda de longe', 1);
       insert into arrivals (move_id, company_id, at) values ('came', ${CAME}, ${Date.now()})`,
    );
    const refused = await balcao("rollback", "--yes");
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.error).toMatch(/came from another server since .*:\n {2}40\tVinda de longe\nNobody else has them/);
    expect([await isNext(), schemas()]).toEqual([true, [NEXT, NEXT, NEXT]]);
    expect(Deno.statSync(fileOf(folder, CAME)).isFile).toBe(true);

    // It moves on, and what was founded here since is said and set aside.
    change(
      PROVIDER,
      `insert into company_moves (company_id, move_id, address, at, confirmed_at) values (${CAME}, 'm', 'https://there.example', 1, 1);
       update companies set removed_at = 1 where id = ${CAME}`,
    );
    await Deno.remove(`${folder}/${CAME}`, { recursive: true });
    const back = await balcao("rollback", "--yes");
    expect([back.code, schemas()], back.error).toEqual([0, OLD]);
    expect(back.error).toContain("  Fundada depois: the whole company, which was founded since");
    expect(Deno.statSync(`${folder}/rollback/undone/4/company.db`).isFile).toBe(true);
    // Nobody gets the number by which the other server is known.
    expect((await run(target, "company", "add", "Outra")).out).toBe(`${CAME + 1}\tOutra`);
  });

  test("a way back that was broken off keeps every start away until it is said again, and what it has set aside stays", async () => {
    change(AURORA, `${TICKET}${message("BEFORE")}`);
    expect((await balcao("upgrade", next)).code).toBe(0);
    expect((await run(target, "company", "list")).code).toBe(0);
    const contact = "insert into contacts (id, name, created_at, updated_at) values (901, 'SINCE', 1, 1)";
    change(AURORA, `${message("SINCE")}; ${contact}`);
    change(NORTE, contact);
    // As it lies there when it is killed after the second of four files, Norte's being the first.
    noteRollback(folder, { ...before, previous: `${target}.previous` });
    Deno.mkdirSync(undoneIn(folder));
    expect((await run(target, "company", "list")).code).toBe(0);
    noteRollback(folder, { ...before, previous: `${target}.previous` });
    Deno.renameSync(fileOf(folder, NORTE), `${undoneIn(folder)}/${NORTE}.db`);
    Deno.renameSync(keptFile(folder, NORTE), fileOf(folder, NORTE));
    const halfway = [NEXT, NEXT, before.company];
    for (const words of [["company", "list"], ["upgrade", next, "--executable", target]]) {
      const refused = await run(target, ...words);
      expect([refused.code, schemas()], refused.error).not.toEqual([0, OLD]);
      expect(schemas()).toEqual(halfway);
      if (words[0] === "company") expect(refused.error).toContain("say balcao rollback again, which ends it");
    }

    const again = await balcao("rollback", "--yes");
    expect([again.code, await isNext(), schemas()], again.error).toEqual([0, false, OLD]);
    expect(again.error).toMatch(/^This ends the rollback.*\n.*1 message among it:\n {2}Padaria Aurora: 1 message/);
    for (const id of [AURORA, NORTE]) {
      const aside = openDbFile(`${undoneIn(folder)}/${id}.db`, { readonly: true });
      expect(aside.one("select count(*) as n from contacts where name = 'SINCE'")).toEqual({ n: 1 });
      aside.close();
    }
    expect(rollbackUnderWay(folder)).toBeUndefined();
    expect((await run(target, "company", "list")).code).toBe(0);
    expect(schemas()).toEqual(OLD);
  });

  test("where the companies' files are the same before and after, a company that was founded since is set aside with the provider's file", async () => {
    const provider = await anExecutable(`${home}/balcao-provider`, await aNextVersion(`${home}/alone`, ["provider"]));
    expect((await balcao("upgrade", provider)).code).toBe(0);
    expect((await run(target, "company", "add", "Fundada depois")).code).toBe(0);
    expect(schemas()).toEqual([NEXT, before.company, before.company]);
    const back = await balcao("rollback", "--yes");
    expect([back.code, schemas()], back.error).toEqual([0, OLD]);
    expect(back.error).toContain("  Fundada depois: the whole company, which was founded since");
    expect(Deno.statSync(`${folder}/rollback/undone/4/company.db`).isFile).toBe(true);
    expect(() => Deno.statSync(`${folder}/4`)).toThrow(Deno.errors.NotFound);
  });

  test("where the provider's file is the same before and after, a company that was founded since is none any more either", async () => {
    const companies = await anExecutable(`${home}/balcao-companies`, await aNextVersion(`${home}/only`, ["company"]));
    expect((await balcao("upgrade", companies)).code).toBe(0);
    expect((await run(target, "company", "add", "Fundada depois")).code).toBe(0);
    expect((await run(target, "user", "add", "4", "Rui", "rui@fundada.test", "--json")).error).not.toContain(
      "at Object",
    );
    expect(schemas()).toEqual([before.provider, NEXT, NEXT]);
    const back = await balcao("rollback", "--yes");
    expect([back.code, schemas()], back.error).toEqual([0, OLD]);
    expect(back.error).toContain("  Fundada depois: the whole company, which was founded since");
    expect(Deno.statSync(`${folder}/rollback/undone/4/company.db`).isFile).toBe(true);
    const listed = await run(target, "company", "list", "--json");
    expect(JSON.parse(listed.out).map(({ id }: { id: number }) => id)).toEqual([1, AURORA, NORTE]);
    expect(ask(PROVIDER, "select count(*) as n from logins where company_id = 4")).toEqual({ n: 0 });
    expect((await run(target, "company", "add", "Outra")).out).toBe("5\tOutra");
  });

  test("while somebody serves the folder the way back is refused before it says what would be lost", async () => {
    expect((await balcao("upgrade", next)).code).toBe(0);
    expect((await run(target, "company", "list")).code).toBe(0);
    const lock = lockFolder(folder, "serve");
    onTestFinished(() => lock.release());
    const refused = await balcao("rollback", "--yes");
    expect([refused.code, refused.out]).toEqual([4, ""]);
    expect(refused.error).toContain("is served already");
    expect(refused.error).not.toContain("lost");
  });

  test("a company that could not be upgraded keeps all from being exchanged, unless that is accepted", async () => {
    change(AURORA, "alter table queues add column shade text");
    const refused = await balcao("upgrade", next);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.error).toMatch(/Nothing was changed.*\n {2}Padaria Aurora: .*9000_next\.sql: duplicate column name/);
    expect([await isNext(), schemas()]).toEqual([false, OLD]);
    expect(await Deno.stat(`${target}.new`).catch(() => "none")).toBe("none");
    expect((await balcao("upgrade", next, "--accept-failures")).code).toBe(0);
    const listed = await run(target, "company", "list", "--json");
    const damage = Object.fromEntries(
      JSON.parse(listed.out).map((each: { id: number; damage: string | null }) => [
        each.id,
        each.damage,
      ]),
    );
    expect(damage).toEqual({ 1: null, [AURORA]: expect.stringContaining("9000_next.sql"), [NORTE]: null });
    expect(schemas()).toEqual([NEXT, before.company, NEXT]);
  });

  test("a company's file that was cut short is named before anything is exchanged, also where nothing is to be migrated", async () => {
    const same = await anExecutable(`${home}/balcao-same`, PROGRAM_FOLDER, 1), path = fileOf(folder, AURORA);
    Deno.truncateSync(path, Deno.statSync(path).size - 8192);
    const refused = await balcao("upgrade", same);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.error).toMatch(
      /Nothing was changed.*\n {2}Padaria Aurora: .*company\.db is cut short: it has \d+ of \d+/,
    );
    expect(refused.error).toContain("Tried 4 of 4 files");
    expect((await balcao("upgrade", same, "--accept-failures")).code).toBe(0);
    expect((await run(target, "doctor")).out).toMatch(/A company is not served: .*\/2\/company\.db is cut short/);
  });

  test("a file that is cut short or changed is refused, also where the whole one was unpacked before", async () => {
    const whole = await aPackedOne(`${home}/balcao-packed`, `${home}/next`), damaged = `${home}/damaged`;
    expect((await run(whole, "version")).code).toBe(0);
    const bytes = await Deno.readFile(whole), size = bytes.length;
    const refusals = [
      [bytes.slice(0, -1), `${damaged} is cut short: it has ${size - 1} of ${size} bytes. Fetch it again`],
      [
        bytes.map((byte, nth) => nth === size - 5000 ? byte ^ 1 : byte),
        `${damaged} is damaged: it is not as it was made`,
      ],
    ] as const;
    for (const [content, why] of refusals) {
      await Deno.writeFile(damaged, content, { mode: 0o755 });
      const refused = await balcao("upgrade", damaged);
      expect(refused).toMatchObject({ code: 1, out: "", error: expect.stringContaining(why) });
      expect([await isNext(), await Deno.stat(`${target}.new`).catch(() => "none")]).toEqual([false, "none"]);
    }
    // By itself it says so, too: whoever puts it in the place by hand.
    await Deno.writeFile(damaged, bytes.slice(0, -1), { mode: 0o755 });
    expect(await run(damaged, "version")).toMatchObject({ code: 1, error: expect.stringContaining("is cut short") });
    expect((await balcao("upgrade", whole)).code).toBe(0);
    expect(await Deno.readFile(target)).toEqual(bytes);
    // Nor does one come back that is not whole any more.
    await Deno.writeFile(`${target}.previous`, bytes.slice(0, -1), { mode: 0o755 });
    const back = await balcao("rollback", "--yes");
    expect([back.code, back.error]).toEqual([1, expect.stringContaining(".previous is cut short")]);
  });

  test("what is no Balcão for this machine, or an older one, is refused, and after a day there is no way back", async () => {
    const other = `${home}/other`, older = `${home}/older`;
    await Deno.writeTextFile(other, "#!/bin/sh\necho hello\n", { mode: 0o755 });
    const said = JSON.stringify({ version: "0.0.9", schemas: { company: 3, provider: 2 } });
    await Deno.writeTextFile(older, `#!/bin/sh\necho '${said}'\n`, { mode: 0o755 });
    expect(await balcao("upgrade", other)).toMatchObject({
      code: 1,
      error: expect.stringContaining(`${other} is no Balcão for this machine`),
    });
    // The kernel would run it, and cannot.
    await Deno.writeTextFile(`${home}/junk`, "\x7fELF and nothing of sense", { mode: 0o755 });
    expect(await balcao("upgrade", `${home}/junk`)).toMatchObject({
      code: 1,
      error: expect.stringMatching(new RegExp(`^${home}/junk is no Balcão for this machine that can be upgraded to`)),
    });
    expect(await balcao("upgrade", older)).toMatchObject({ code: 1, error: expect.stringContaining("is older than") });
    expect(await balcao("upgrade", `${home}/none`)).toMatchObject({ code: 3, error: `There is no file ${home}/none` });
    await Deno.writeTextFile(`${home}/list`, `touch ${home}/touched\n`);
    expect(await balcao("upgrade", `${home}/list`)).toMatchObject({
      code: 1,
      error: expect.stringContaining("is no Balcão"),
    });
    expect(() => Deno.statSync(`${home}/touched`)).toThrow(Deno.errors.NotFound);
    expect(await isNext()).toBe(false);
    await Deno.copyFile(target, `${target}.previous`);
    const long = new Date(Date.now() - 25 * 3_600_000);
    await Deno.utime(`${target}.previous`, long, long);
    const late = await balcao("rollback", "--yes");
    expect([late.code, late.error]).toEqual([1, expect.stringContaining("more than a day ago")]);
  });
});
