import { describe, expect, test } from "vitest";
import { companyRow } from "../companies/companies.ts";
import { companyTable } from "../companies/table.ts";
import { openDbFile } from "../platform/db.ts";
import { migrate, migrationsOf } from "../platform/migrate.ts";
import { twoServers, whatIsIn } from "../testing/exports.ts";
import { packed, type Part, unpacked } from "../platform/tar.ts";

const PASSWORD = "uma frase bem comprida";

type Parts = { name: string; bytes: Uint8Array }[];

async function partsIn(path: string): Promise<Parts> {
  using file = await Deno.open(path);
  const parts: Parts = [];
  const chunks = (async function* () {
    const room = new Uint8Array(65_536);
    for (let count; (count = await file.read(room)) !== null;) yield room.slice(0, count);
  })();
  for await (const { name, bytes } of unpacked(chunks)) {
    const whole: number[] = [];
    for await (const chunk of bytes) for (const byte of chunk) whole.push(byte);
    parts.push({ name, bytes: Uint8Array.from(whole) });
  }
  return parts;
}

/** Writes parts as somebody who knows the format would, with sums that fit. */
async function forge(path: string, parts: Parts): Promise<void> {
  const all = parts.filter(({ name }) => name !== "SHA256SUMS"), lines: string[] = [];
  for (const { name, bytes } of all) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as never));
    lines.push(`${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}  ${name}\n`);
  }
  all.push({ name: "SHA256SUMS", bytes: new TextEncoder().encode(lines.join("")) });
  async function* asParts(): AsyncGenerator<Part> {
    for (const { name, bytes } of all) yield { name, size: bytes.length, bytes: [bytes] };
  }
  await Deno.writeFile(path, ReadableStream.from(packed(asParts())));
}

test("an export of an earlier version, which wrote its company's beginning as a text, is taken all the same", async () => {
  const { home, other, tenants, ...both } = await twoServers();
  await both.export("good");
  const parts = await partsIn(`${home}/good`), { createdAt } = companyRow(tenants, 2)!;
  changed(parts, "company.json", (said) => {
    (said.company as Record<string, unknown>).createdAt = new Date(createdAt).toISOString();
  });
  await forge(`${home}/text`, parts);
  const { id } = await both.import("text");
  expect(companyRow(other, id)?.createdAt).toBe(createdAt);
});

test("an export of before counts were exact is taken, although a file of it was deleted while it was written", async () => {
  const { home, ...both } = await twoServers();
  await both.export("good");
  const parts = await partsIn(`${home}/good`);
  changed(parts, "balcao.json", (said) => Object.assign(said, { formatVersion: 1, media: Number(said.media) + 1 }));
  await forge(`${home}/old`, parts);
  expect(await both.import("old")).toMatchObject({ media: 1 });
});

test("a file that was only half brought back is in no export, and is not taken from one of an earlier version", async () => {
  const { home, aurora, other, ...both } = await twoServers();
  await Deno.writeTextFile(`${aurora.folder}/media/picture-2.part`, "");
  const { header } = await both.export("good");
  const parts = await partsIn(`${home}/good`);
  expect(header.media).toBe(1);
  expect(parts.filter(({ name }) => name.startsWith("media/")).map(({ name }) => name)).toEqual(["media/picture-1"]);
  changed(parts, "balcao.json", (said) => Object.assign(said, { media: 2 }));
  await forge(`${home}/old`, [...parts, { name: "media/picture-2.part", bytes: new Uint8Array(9) }]);
  const { id, media } = await both.import("old");
  expect(media).toBe(1);
  expect([...Deno.readDirSync(`${other.folder}/${id}/media`)].map(({ name }) => name)).toEqual(["picture-1"]);
});

test("what is deleted while an export is written is in it, as its header says, and nothing of it stays behind", async () => {
  const { home, aurora, tenants, said, ...both } = await twoServers();
  for (const nth of [2, 3]) {
    await Deno.copyFile(`${aurora.folder}/media/picture-1`, `${aurora.folder}/media/picture-${nth}`);
  }
  const exporting = both.export("good");
  // By then it knows which there are.
  while (!said.includes("Looking the copy through")) await new Promise((resolve) => setTimeout(resolve, 1));
  await Deno.remove(`${aurora.folder}/media/picture-2`);
  const { header } = await exporting;
  const parts = await partsIn(`${home}/good`);
  expect(header.media).toBe(3);
  expect(parts.filter(({ name }) => name.startsWith("media/"))).toHaveLength(3);
  expect(await both.import("good")).toMatchObject({ media: 3 });
  expect(await whatIsIn(tenants)).toEqual(["1", "2", "3"]);
});

function changed(parts: Parts, name: string, change: (said: Record<string, unknown>) => void): void {
  const part = parts.find((one) => one.name === name)!, said = JSON.parse(new TextDecoder().decode(part.bytes));
  change(said);
  part.bytes = new TextEncoder().encode(JSON.stringify(said));
}

describe("what is no good export is refused by a sentence, and leaves nothing behind", () => {
  async function refusing() {
    const { other, home, ...both } = await twoServers();
    await both.export("good");
    const good = await Deno.readFile(`${home}/good`), parts = await partsIn(`${home}/good`);
    const before = await whatIsIn(other);
    async function refused(name: string, password?: string): Promise<string> {
      const why = await both.import(name, { password }).then(() => "it was taken", (error) => (error as Error).message);
      expect(await whatIsIn(other)).toEqual(before);
      expect(other.provider.read.select().from(companyTable).all()).toEqual([]);
      return why;
    }
    async function forged(change: (parts: Parts) => void): Promise<string> {
      const changed = parts.map((part) => ({ ...part, bytes: part.bytes.slice() }));
      change(changed);
      await forge(`${home}/forged`, changed);
      return await refused("forged");
    }
    return { ...both, other, home, good, parts, refused, forged };
  }
  test("cut off, at whatever place", async () => {
    const { home, good, refused } = await refusing();
    for (const share of [0, 0.001, 0.1, 0.5, 0.9, 0.999]) {
      await Deno.writeFile(`${home}/cut`, good.subarray(0, Math.floor(good.length * share)));
      expect(await refused("cut")).toMatch(/cut off|damaged|no export/);
    }
    // Also where a part ends, so that all that is there is whole; the file's own end has no part in it.
    for (const less of [2048, 1024, 512, 1]) {
      await Deno.writeFile(`${home}/cut`, good.subarray(0, good.length - less));
      expect(await refused("cut")).toMatch(/cut off|damaged/);
    }
  });

  test("with a single bit changed, in whichever part", async () => {
    const { home, good, parts, refused } = await refusing();
    let at = 0;
    for (const { name, bytes } of parts.filter(({ name }) => name !== "SHA256SUMS")) {
      at += 512;
      const tampered = good.slice();
      tampered[at + Math.floor(bytes.length / 2)]! ^= 1;
      await Deno.writeFile(`${home}/tampered`, tampered);
      expect([name, await refused("tampered")]).toEqual([
        name,
        expect.stringMatching(/damaged|cannot be read|not what it was/),
      ]);
      at += Math.ceil(bytes.length / 512) * 512;
    }
  });

  test("with other counts of rows than it says, also where the sums fit", async () => {
    const { forged } = await refusing();
    const count = (rows: Record<string, number>) =>
      forged((parts) =>
        changed(parts, "balcao.json", (said) => void (said.rows = { ...said.rows as object, ...rows }))
      );
    expect(await count({ messages: 7 })).toBe(
      "This export is damaged: it has 1 of the 7 messages that balcao.json names",
    );
    expect(await count({ users: 0 })).toContain("of the 0 users that balcao.json names");
  });

  test("with another count of media than it says, also where the sums fit", async () => {
    const { forged } = await refusing();
    for (const count of [0, 2]) {
      expect(await forged((parts) => changed(parts, "balcao.json", (said) => void (said.media = count)))).toBe(
        `This export is damaged: it has 1 of the ${count} media that balcao.json names`,
      );
    }
    expect(await forged((parts) => void parts.splice(parts.findIndex(({ name }) => name.startsWith("media/")), 1)))
      .toContain("it has 0 of the 1 media");
  });

  test("encrypted: without its password, with another, cut off, or changed; a password for one that has none", async () => {
    const { home, refused, ...both } = await refusing();
    expect(await refused("good", PASSWORD)).toContain("has no password");
    await both.export("sealed", { password: PASSWORD });
    const sealed = await Deno.readFile(`${home}/sealed`);
    expect(await refused("sealed")).toContain("--password-file");
    expect(await refused("sealed", "eine ganz andere Phrase")).toContain("The password does not fit");
    await Deno.writeFile(`${home}/cut`, sealed.subarray(0, sealed.length / 2));
    expect(await refused("cut", PASSWORD)).toMatch(/was changed|cut off/);
    sealed[sealed.length - 5]! ^= 1;
    await Deno.writeFile(`${home}/changed`, sealed);
    expect(await refused("changed", PASSWORD)).toContain("was changed");
  });

  test("of a newer Balcão, by its format or its schema, and what only says that it is older", async () => {
    const { forged } = await refusing();
    expect(await forged((parts) => changed(parts, "balcao.json", (said) => said.formatVersion = 3)))
      .toContain("newer Balcão");
    expect(await forged((parts) => changed(parts, "balcao.json", (said) => said.schema = 9999))).toContain(
      "schema 9999",
    );
    expect(await forged((parts) => withFile(parts, (file) => file.exec("PRAGMA user_version = 9999"))))
      .toContain("schema 9999");
    expect(await forged((parts) => withFile(parts, (file) => file.exec("PRAGMA user_version = 12"))))
      .toContain("has not the tables");
  });

  test("something else: another file, another archive, a part that does not belong there, a place outside", async () => {
    const { home, refused, forged } = await refusing();
    await Deno.writeFile(`${home}/noise`, crypto.getRandomValues(new Uint8Array(60_000)));
    expect(await refused("noise")).toContain("no export");
    await forge(`${home}/archive`, [{ name: "README", bytes: new Uint8Array(10) }]);
    expect(await refused("archive")).toContain("no export");
    for (const name of ["media/../../provider.db", "../up", "media/.hidden/x", "server.key"]) {
      expect(await forged((parts) => void parts.push({ name, bytes: new Uint8Array(4) }))).toContain("does not belong");
    }
    expect(await forged((parts) => void parts.push(parts[1]!))).toContain("does not belong");
    expect(await forged((parts) => void parts.splice(2, 1))).toContain("lacks a part");
  });

  test("a file that brings tables or triggers of its own, or is none", async () => {
    const { forged } = await refusing();
    const trigger = "create trigger mine after update on connections begin delete from messages; end";
    expect(await forged((parts) => withFile(parts, (file) => file.exec(trigger)))).toContain("has not the tables");
    expect(await forged((parts) => withFile(parts, (file) => file.exec("drop table notes")))).toContain(
      "has not the tables",
    );
    const noise = (parts: Parts) =>
      void (parts.find(({ name }) => name === "company.db")!.bytes = new Uint8Array(9999));
    expect(await forged(noise)).toContain("its file");
    const strays = "PRAGMA foreign_keys = OFF; insert into notes (note, contact_id, created_at) values ('x', 99999, 1)";
    expect(await forged((parts) => withFile(parts, (file) => file.exec(strays)))).toContain("belong to nothing");
  });

  test("an export whose asker has gone is given up, and so is an import", async () => {
    const { home, other, ...both } = await refusing();
    const signal = AbortSignal.timeout(60);
    await expect(both.export("gone", { signal })).rejects.toThrow();
    const names = [...Deno.readDirSync(home)].map(({ name }) => name);
    expect(names).toEqual(["good"]);
    await expect(both.import("good", { signal: AbortSignal.timeout(60) })).rejects.toThrow();
    expect(await whatIsIn(other)).toEqual([]);
  });

  test("what is there already is not written over", async () => {
    const { home, good, ...both } = await refusing();
    await expect(both.export("good")).rejects.toThrow("is there already");
    expect(await Deno.readFile(`${home}/good`)).toEqual(good);
  });
});

test("an export of an older version is taken in, and brought to this one's schema", async () => {
  const { other, home, ...both } = await twoServers();
  await both.export("new");
  const parts = await partsIn(`${home}/new`), path = `${home}/old.db`;
  const old = migrationsOf("company").filter(({ number }) => number <= 30), file = openDbFile(path);
  migrate(file, path, old);
  file.exec("insert into users (name, email, profile, created_at) values ('Ana', 'ana@aurora.test', 'admin', 1)");
  file.exec("insert into contacts (name, number, created_at, updated_at) values ('Mariana', '5511988887777', 1, 1)");
  file.close();
  parts.find(({ name }) => name === "company.db")!.bytes = await Deno.readFile(path);
  const header = parts[0]!;
  header.bytes = new TextEncoder().encode(
    JSON.stringify({ ...JSON.parse(new TextDecoder().decode(header.bytes)), formatVersion: 1, schema: 30 }),
  );
  await forge(`${home}/old`, parts);
  const { id, rows } = await both.import("old");
  expect(rows).toMatchObject({ users: 1, contacts: 1, messages: 0 });
  const company = other.company(id);
  expect(company.read.all("pragma user_version" as never)).toEqual([
    { user_version: migrationsOf("company").at(-1)!.number },
  ]);
  expect([...Deno.readDirSync(company.folder)].map(({ name }) => name).filter((name) => name.includes("before")))
    .toEqual([]);
});

/** The company's file in an export, changed by somebody. */
function withFile(parts: Parts, change: (file: ReturnType<typeof openDbFile>) => void): void {
  const part = parts.find(({ name }) => name === "company.db")!, path = Deno.makeTempFileSync();
  Deno.writeFileSync(path, part.bytes);
  const file = openDbFile(path);
  change(file);
  file.close();
  part.bytes = Deno.readFileSync(path);
  for (const ending of ["", "-wal", "-shm"]) {
    try {
      Deno.removeSync(path + ending);
    } catch { /* It is not there. */ }
  }
}
