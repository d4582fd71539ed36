import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { companyMoveTable, companyTable } from "../companies/table.ts";
import { Tenants } from "../platform/tenants.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { refusedOf } from "./refused.ts";
import { run } from "./run.ts";

const AURORA = 2;

async function gone(confirmedAt: number | null) {
  const data = await aDataFolder(), tenants = new Tenants(data), said: string[] = [];
  onTestFinished(async () => {
    tenants.close();
    await Deno.remove(data, { recursive: true });
  });
  const signal = new AbortController().signal;
  const ask = (name: string, input: object) =>
    run(name, input, { tenants, data, say: (text) => void said.push(text), signal });
  const { name } = tenants.provider.read.select().from(companyTable).where(eq(companyTable.id, AURORA)).get()!;
  tenants.provider.write((db) => {
    db.update(companyTable).set({ removedAt: 1 }).where(eq(companyTable.id, AURORA)).run();
    const to = { address: "https://desk2.example", moveId: "m", at: 1, confirmedAt };
    db.insert(companyMoveTable).values({ companyId: AURORA, ...to } as typeof companyMoveTable.$inferInsert).run();
  });
  const refused = async (command: string, input: object) =>
    refusedOf(await ask(command, input).catch((error) => error));
  return { name, said, ask, refused };
}

test("a company that has moved is named with where it is served now, whatever is asked of it, and is no company of this folder", async () => {
  const { name, said, ask, refused } = await gone(Date.parse("2026-11-20T14:00:00Z"));
  const sentence = `${name} has moved: since 2026-11-20T14:00:00.000Z it is served at https://desk2.example`;
  for (const company of [String(AURORA), name]) {
    expect(await refused("company show", { company })).toMatchObject({ sentence, exit: 3 });
    expect(await refused("restore here", { company, keyPath: "/none" })).toMatchObject({ sentence, exit: 3 });
  }
  expect(await refused("company restore", { id: AURORA })).toMatchObject({ sentence, exit: 3 });
  expect(await ask("company list", {})).not.toEqual(expect.arrayContaining([expect.objectContaining({ name })]));
  expect(said).toEqual([sentence]);
});

test("one that was given and not confirmed is named with what to do", async () => {
  const { name, refused } = await gone(null);
  const { sentence } = await refused("company show", { company: name });
  expect(sentence).toContain("was given to https://desk2.example, which has not said that it has it");
  expect(sentence).toContain(`balcao company move ${AURORA} --to PLACE --back`);
});
