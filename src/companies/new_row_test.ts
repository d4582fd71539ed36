import { expect, onTestFinished, test } from "vitest";
import { Tenants } from "../platform/tenants.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { addCompany } from "./companies.ts";

test("what lies in a folder that belongs to no company is not taken for a new company's own", async () => {
  const folder = await aDataFolder(), tenants = new Tenants(folder);
  onTestFinished(async () => {
    tenants.close();
    await Deno.remove(folder, { recursive: true });
  });
  // A copy that somebody has made by hand of a company with people and messages.
  for (const number of [4, 5]) {
    Deno.mkdirSync(`${folder}/${number}`);
    Deno.copyFileSync(`${folder}/2/company.db`, `${folder}/${number}/company.db`);
  }
  const made = ["Nova", "Outra"].map((name) => addCompany(tenants, { name }, new Date()));
  expect(made.map(({ id }) => id)).toEqual([6, 7]);
  expect(made[0]!.read.get<{ count: number }>("select count(*) as count from users")).toMatchObject({ count: 0 });
  expect(Deno.statSync(`${folder}/4/company.db`).size).toBe(Deno.statSync(`${folder}/2/company.db`).size);
  expect(() => tenants.found(5)).toThrow("exists");
});
