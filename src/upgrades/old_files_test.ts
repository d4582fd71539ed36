import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { openDbFile } from "../platform/db.ts";
import { messageTable } from "../messages/table.ts";
import { aBalcao, aDataFolder } from "../testing/fixtures.ts";
import { oldSchemas, putOldFile } from "../testing/old_files.ts";
import { fileOf, knownSchemas, PROVIDER } from "./schemas.ts";
import { schemaOf } from "../platform/file_header.ts";
import { upgradeFolder } from "./upgrade.ts";

const AURORA = 2;

describe("what an earlier version has left is served by this one", () => {
  test.each(oldSchemas("company"))("a company's file of schema %i", async (schema) => {
    const folder = await aDataFolder();
    await putOldFile("company", schema, fileOf(folder, AURORA));
    expect(await upgradeFolder(folder, { now: Date.now() })).toEqual(new Map());
    expect(schemaOf(fileOf(folder, AURORA))).toBe(knownSchemas().company);
    const balcao = await aBalcao((fresh) => Deno.copyFileSync(fileOf(folder, AURORA), fileOf(fresh, AURORA)));
    const ana = balcao.as("ana@aurora.test");
    const { tickets } = (await ana("GET", "/tickets?status=open&showAll=true")).body;
    expect(tickets).toMatchObject([{ id: 1, lastMessage: "Pode ser às dez?", contact: { name: "Marina Couto" } }]);
    const waiting = (await ana("GET", "/tickets?status=pending&showAll=true")).body.tickets;
    expect(waiting).toMatchObject([{ id: 2, lastMessage: "Bom dia", queue: { name: "Encomendas" } }]);
    const { messages } = (await ana("GET", "/messages/1")).body;
    expect(messages.map(({ body }: { body: string }) => body)).toEqual([
      "Quero um bolo de cenoura",
      "Claro! Para quando?",
      "Pode ser às dez?",
    ]);
    const found = (await ana("GET", "/search?searchParam=cenoura")).body;
    expect(JSON.stringify(found)).toContain("Marina Couto");
    expect((await ana("GET", "/contacts?searchParam=cafeteria")).body.contacts).toMatchObject([{
      number: "5511965432109",
    }]);
    expect((await ana("POST", "/queue", { name: "Nova", color: "#123456" })).status).toBe(200);
    expect(balcao.aurora.read.select().from(messageTable).all()).toHaveLength(5);
    await balcao.close();
    await Deno.remove(folder, { recursive: true });
  });

  test.each(oldSchemas("provider"))("the provider's file of schema %i", async (schema) => {
    const folder = await aDataFolder();
    await putOldFile("provider", schema, fileOf(folder, PROVIDER));
    await upgradeFolder(folder, { now: Date.now() });
    expect(schemaOf(fileOf(folder, PROVIDER))).toBe(knownSchemas().provider);
    const balcao = await aBalcao((fresh) => Deno.copyFileSync(fileOf(folder, PROVIDER), fileOf(fresh, PROVIDER)));
    const login = await balcao.as(undefined)("POST", "/auth/login", {
      email: "ana@aurora.test",
      password: DEMO_PASSWORD,
    });
    expect(login.status).toBe(200);
    const { companies } = (await balcao.as("super@balcao.test")("GET", "/cockpit")).body;
    expect(companies.map(({ name }: { name: string }) => name)).toEqual(["Balcão", "Oficina Norte", "Padaria Aurora"]);
    await balcao.close();
    await Deno.remove(folder, { recursive: true });
  });

  test("companies whose beginning was written as a text when they were suspended", async () => {
    const folder = await aDataFolder(), path = fileOf(folder, PROVIDER);
    await putOldFile("provider", oldSchemas("provider").at(-1)!, path);
    const begun = () => {
      const file = openDbFile(path);
      try {
        return file.db.all<{ id: number; kind: string; at: number }>(
          sql`select id, typeof(created_at) as kind, created_at as at from companies order by id`,
        );
      } finally {
        file.close();
      }
    };
    const before = begun(), file = openDbFile(path);
    file.exec(`update companies set created_at = '${new Date(before[1]!.at).toISOString()}' where id = ${AURORA}`);
    file.close();
    expect(begun()[1]!.kind).toBe("text");
    await upgradeFolder(folder, { now: Date.now() });
    expect(begun()).toEqual(before);
    await Deno.remove(folder, { recursive: true });
  });
});
