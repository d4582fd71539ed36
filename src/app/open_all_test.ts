import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addCompany } from "../companies/companies.ts";
import { log } from "../platform/log.ts";
import { Tenants } from "../platform/tenants.ts";
import { openNotices } from "../service/notify.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { openAll, openRest } from "./open_all.ts";
import { OPEN_AT_START } from "./waking.ts";

const MANY = 110;

let folder: string, tenants: Tenants;
beforeAll(async () => {
  folder = await aDataFolder();
  const making = new Tenants(folder);
  for (let nth = 3; nth < MANY; nth++) addCompany(making, { name: `Empresa ${nth}` }, new Date());
  making.close();
  tenants = new Tenants(folder);
});
afterAll(async () => {
  tenants.close();
  await Deno.remove(folder, { recursive: true });
});

test("of many companies a hundred are opened before any is served, a bad one is named in any case, and the rest follow", async () => {
  const noise = vi.spyOn(log, "error").mockImplementation(() => {});
  Deno.truncateSync(`${folder}/105/company.db`, 0);
  Deno.writeFileSync(`${folder}/106/company.db`, new Uint8Array(5000).fill(66));
  const looked: number[] = [], look = ({ id }: { id: number }) => void looked.push(id);
  const { companies, rest } = await openAll(tenants, openNotices(() => undefined), look);
  const good = tenants.ids().filter((id) => id !== 105 && id !== 106);
  expect(companies.map(({ id }) => id)).toEqual(good);
  expect([...tenants.quarantine.keys()]).toEqual([105, 106]);
  expect(looked).toEqual(good.slice(0, 100));
  expect(rest.map(({ id }) => id)).toEqual(good.slice(100));
  expect(tenants.openCount).toBe(OPEN_AT_START);

  let left = 3;
  await openRest(tenants, rest, { look, isStopping: () => left-- === 0 });
  expect(looked).toEqual(good.slice(0, 103));
  await openRest(tenants, rest.slice(3), { look, isStopping: () => false });
  expect(looked).toEqual(good);
  noise.mockRestore();
});
